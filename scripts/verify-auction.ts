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
type Bid = { bid: number; fan: string; amount: number }
type Wait = { unit: number; freed: string; isReturned: boolean }

/** Throws at the first entry that breaks a rule; otherwise returns who won what, and the hash of the last entry. */
export function verify(entries: Entry[]): { winners: Winner[]; head: string } {
  const standing = new Map<number, Bid>()
  const taken = new Set<string | number>()
  const best = first<Bid>(
    (a, b) => a.amount > b.amount,
    (bid) => standing.get(bid.bid) === bid,
  )
  const waiting = new Map<number, Wait>()
  const isOlder = (a: Wait, b: Wait) => a.freed < b.freed
  const waits = (wait: Wait) => waiting.get(wait.unit) === wait
  const [longest, longestEnded] = [first(isOlder, waits), first(isOlder, waits)]
  const seen = new Set<number>()
  const lastSales = new Map<number, Fact>()
  const winners: Winner[] = []
  let [head, closing, paused, owed] = ['00'.repeat(32), false, false, false]
  const wait = (unit: number, freed: string, isReturned: boolean) => {
    const added = { unit, freed, isReturned }
    waiting.set(unit, added)
    longest.add(added)
    if (!isReturned) longestEnded.add(added)
  }
  const end = ({ bid, fan, amount }: Bid) => {
    standing.delete(bid)
    taken.delete(fan)
    taken.delete(amount)
  }
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
    // While a project is paused units wait. Afterwards, and when one came back, they go to the bids before anything else.
    demand(!paused || /^(free|release|return|resume)$/.test(fact.kind), 'the project was paused')
    owed &&= standing.size > 0 && waiting.size > 0
    demand(
      !owed || /^(sale|free|release|return)$/.test(fact.kind),
      'a unit that had waited was kept from the bids',
    )
    if (fact.kind === 'bid') {
      demand(!seen.has(fact.bid), `bid ${fact.bid} was placed before`)
      demand(Number.isSafeInteger(fact.amount) && fact.amount > 0, `${fact.amount} is no amount`)
      const isTwin = taken.has(fact.fan) || taken.has(fact.amount)
      demand(!isTwin, 'another standing bid has its fan or its amount')
      seen.add(fact.bid)
      standing.set(fact.bid, fact)
      taken.add(fact.fan).add(fact.amount)
      best.add(fact)
    } else if (fact.kind === 'sale' || fact.kind === 'free') {
      demand(fact.freed <= fact.at, `unit ${fact.unit} was settled before it came free`)
      const soldAt = lastSales.get(fact.unit)?.at ?? ''
      demand(soldAt <= fact.freed, `unit ${fact.unit} came free before it was sold`)
      const own = waiting.get(fact.unit)
      if (fact.kind === 'free') {
        demand(!own, `unit ${fact.unit} was free already`)
        wait(fact.unit, fact.freed, false)
        closing = standing.size > 0 && !paused
        continue
      }
      const bid = standing.get(fact.bid)
      demand(
        bid !== undefined && bid.amount === fact.amount,
        `no standing bid ${fact.bid} has ${fact.amount}`,
      )
      demand(best.get() === bid, `bid ${fact.bid} was not the best`)
      demand(!own || isSince(own, fact.freed), `unit ${fact.unit} came free at ${own?.freed}`)
      // Until November 2026 a window that ended before a unit that had come back was given out went first.
      const passed = (own ? longest : longestEnded).get()
      demand(!passed || passed.freed >= (own?.freed ?? fact.freed), 'another unit had waited longer')
      waiting.delete(fact.unit)
      if (bid) end(bid)
      const sale = { ...fact, fan: bid?.fan ?? '', isReturned: false }
      lastSales.set(fact.unit, sale)
      winners.push(sale)
    } else if (fact.kind === 'return') {
      const last = lastSales.get(fact.unit)
      const isHeld = last?.bid === fact.bid && !last.isReturned && !waiting.has(fact.unit)
      demand(isHeld, `bid ${fact.bid} did not have unit ${fact.unit}`)
      if (last) last.isReturned = true
      wait(fact.unit, fact.at, true)
      owed = !paused
    } else if (fact.kind === 'pause' || fact.kind === 'resume') {
      demand(paused === (fact.kind === 'resume'), `it was ${paused ? '' : 'not '}paused already`)
      paused = fact.kind === 'pause'
      owed = !paused
    } else {
      demand(fact.kind === 'release', `nobody knows what "${fact.kind}" means`)
      const bid = standing.get(fact.bid)
      demand(bid !== undefined, `bid ${fact.bid} did not stand`)
      if (bid) end(bid)
    }
  }
  return { winners, head }
}

/** Whether a unit that waits came free at `freed`. Until November 2026 one that came back did so a moment after its entry. */
function isSince(wait: Wait, freed: string): boolean {
  const later = Date.parse(freed) - Date.parse(wait.freed)
  return freed === wait.freed || (wait.isReturned && freed > wait.freed && later < 1000)
}

/** Finds the first, by `isBefore`, of the items that are still there: a binary heap. What has gone is left out at its top. */
function first<Item>(isBefore: (a: Item, b: Item) => boolean, isThere: (item: Item) => boolean) {
  const heap: Item[] = []
  const at = (place: number) => heap[place] as Item
  const goesBefore = (a: number, b: number) => a < heap.length && isBefore(at(a), at(b))
  const swap = (a: number, b: number) => {
    const item = at(a)
    heap[a] = at(b)
    heap[b] = item
  }
  function add(item: Item): void {
    heap.push(item)
    for (let place = heap.length - 1; place > 0; ) {
      const above = (place - 1) >> 1
      if (!goesBefore(place, above)) return
      swap(place, above)
      place = above
    }
  }
  function drop(): void {
    swap(0, heap.length - 1)
    heap.pop()
    for (let place = 0; ; ) {
      const [left, right] = [2 * place + 1, 2 * place + 2]
      const below = goesBefore(right, left) ? right : left
      if (!goesBefore(below, place)) return
      swap(below, place)
      place = below
    }
  }
  function get(): Item | undefined {
    while (heap.length > 0 && !isThere(at(0))) drop()
    return heap[0]
  }
  return { add, get }
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
