/**
 * Recomputes every winner of a project's auction from its public log alone, and names the first entry that does not
 * follow: `node scripts/verify-auction.ts <base url> <project uid>`. It imports nothing of ours: whoever doubts the
 * product need not trust its code.
 */
import { createHash } from 'node:crypto'

export type Entry = { seq: number; body: string; hash: string }
export type Winner = {
  unit: number
  bid: number
  fan: string
  amount: number
  freed: string
  /** Undone afterwards: the money went back, and the unit is free again. */
  isReturned: boolean
}
type Fact = Winner & { seq: number; kind: string; at: string }

/** Throws at the first entry that breaks a rule; otherwise returns who won what, and the hash of the last entry. */
export function verify(entries: Entry[]): { winners: Winner[]; head: string } {
  const standing = new Map<number, { fan: string; amount: number }>()
  const seen = new Set<number>()
  const soldAt = new Map<number, string>()
  const waiting = new Map<number, string>()
  const winners: Winner[] = []
  let [head, closing, paused, resumed] = ['00'.repeat(32), false, false, false]
  for (const [index, entry] of entries.entries()) {
    const demand = (holds: boolean, otherwise: string) => {
      if (!holds) throw new Error(`Entry ${entry.seq}: ${otherwise}.`)
    }
    demand(entry.seq === index + 1, `stands where entry ${index + 1} should`)
    head = createHash('sha256').update(Buffer.from(head, 'hex')).update(entry.body, 'utf8').digest('hex')
    demand(entry.hash === head, 'its hash does not follow from its body and the entry before')
    const fact = JSON.parse(entry.body) as Fact
    demand(fact.seq === entry.seq, 'its body carries another number')
    // A unit skips bids only when the project has ended: then all are released, and nothing else happens.
    closing &&= standing.size > 0
    demand(!closing || /^(free|release|return)$/.test(fact.kind), 'a free unit had been kept from the bids')
    // While a project is paused units wait; afterwards they go to the bids before anything else happens.
    demand(!paused || /^(free|release|return|resume)$/.test(fact.kind), 'the project was paused')
    resumed &&= standing.size > 0 && waiting.size > 0
    demand(
      !resumed || /^(sale|free|release|return)$/.test(fact.kind),
      'a unit that had waited was kept from the bids',
    )
    const bids = [...standing.values()]
    if (fact.kind === 'bid') {
      demand(!seen.has(fact.bid), `bid ${fact.bid} was placed before`)
      demand(Number.isSafeInteger(fact.amount) && fact.amount > 0, `${fact.amount} is no amount`)
      const rival = bids.find(({ fan, amount }) => fan === fact.fan || amount === fact.amount)
      demand(!rival, 'another standing bid has its fan or its amount')
      seen.add(fact.bid)
      standing.set(fact.bid, { fan: fact.fan, amount: fact.amount })
    } else if (fact.kind === 'sale' || fact.kind === 'free') {
      demand(fact.freed <= fact.at, `unit ${fact.unit} was settled before it came free`)
      demand((soldAt.get(fact.unit) ?? '') <= fact.freed, `unit ${fact.unit} came free before it was sold`)
      if (fact.kind === 'free') {
        demand(!waiting.has(fact.unit), `unit ${fact.unit} was free already`)
        waiting.set(fact.unit, fact.freed)
        closing = standing.size > 0 && !paused
        continue
      }
      const bid = standing.get(fact.bid)
      demand(bid?.amount === fact.amount, `no standing bid ${fact.bid} has ${fact.amount}`)
      demand(!bids.some(({ amount }) => amount > fact.amount), `bid ${fact.bid} was not the best`)
      const since = waiting.get(fact.unit) ?? fact.freed
      demand(since === fact.freed, `unit ${fact.unit} came free at ${since}`)
      demand(![...waiting.values()].some((other) => other < since), 'another unit had waited longer')
      waiting.delete(fact.unit)
      soldAt.set(fact.unit, fact.at)
      standing.delete(fact.bid)
      winners.push({ ...fact, fan: bid?.fan ?? '', isReturned: false })
    } else if (fact.kind === 'return') {
      const last = winners.findLast(({ unit }) => unit === fact.unit)
      demand(last?.bid === fact.bid && !last.isReturned, `bid ${fact.bid} did not have unit ${fact.unit}`)
      if (last) last.isReturned = true
    } else if (fact.kind === 'pause' || fact.kind === 'resume') {
      demand(paused === (fact.kind === 'resume'), `it was ${paused ? '' : 'not '}paused already`)
      paused = fact.kind === 'pause'
      resumed = !paused
    } else {
      demand(fact.kind === 'release', `nobody knows what "${fact.kind}" means`)
      demand(standing.delete(fact.bid), `bid ${fact.bid} did not stand`)
    }
  }
  return { winners, head }
}

export async function readLog(base: string, project: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let next: string | null = ''; next !== null; ) {
    const query: string = `order=asc&limit=1000${next && `&after=${next}`}`
    const answer = await fetch(`${base}/api/v1/projects/${project}/log?${query}`)
    if (!answer.ok) throw new Error(`The log was answered with ${answer.status}: ${await answer.text()}`)
    const page = (await answer.json()) as { data: Entry[]; next: string | null }
    entries.push(...page.data)
    next = page.next
  }
  return entries
}

if (import.meta.main) {
  const [base, project] = process.argv.slice(2)
  try {
    if (!base || !project) throw new Error('Usage: verify-auction.ts <base url> <project uid>')
    const entries = await readLog(base, project)
    const { winners, head } = verify(entries)
    for (const { unit, bid, fan, amount, freed, isReturned } of winners) {
      const after = isReturned ? ', given back afterwards' : ''
      console.log(`unit ${unit}, free since ${freed}: bid ${bid} of ${fan}, ${amount} centavos${after}`)
    }
    console.log(`${entries.length} entries in order, ${winners.length} winners derived.\nHead: 0x${head}`)
    console.log(
      'Compare with the chain: in each event Anchored(edition, length, head) of the book, for the contract',
    )
    console.log(
      'of the project, `head` must be the hash of entry `length` here. Up to there nothing can change.',
    )
  } catch (fault) {
    console.error((fault as Error).message)
    process.exitCode = 1
  }
}
