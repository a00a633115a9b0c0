/** Does the verifier of the public log find what somebody has changed in it? */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Entry, verify } from '../scripts/verify-auction.ts'
import { simulate } from './pure.ts'

type Fact = Record<string, string | number>

const SEED = 11
const market = simulate(SEED, 3000)
const logs = [...market.retired, ...market.projects].map(({ log }) => log)
const facts = (log: Entry[]) => log.map(({ body }) => JSON.parse(body) as Fact)

/** The log as its keeper could write it anew, with every number and hash in order. */
function rewrite(log: Fact[]): Entry[] {
  let before = Buffer.alloc(32)
  return log.map((fact, index) => {
    const body = JSON.stringify({ ...fact, seq: index + 1 })
    before = createHash('sha256').update(before).update(body).digest()
    return { seq: index + 1, body, hash: before.toString('hex') }
  })
}

/** The first log, as facts, with the place at which `fits` holds; `standing` are the bids that stood before it. */
function find(fits: (fact: Fact, standing: Fact[]) => boolean): {
  log: Fact[]
  at: number
  standing: Fact[]
} {
  for (const log of logs.map(facts)) {
    const standing = new Map<unknown, Fact>()
    for (const [at, fact] of log.entries()) {
      if (fits(fact, [...standing.values()])) return { log, at, standing: [...standing.values()] }
      if (fact.kind === 'bid') standing.set(fact.bid, fact)
      else standing.delete(fact.bid)
    }
  }
  throw new Error('no log has such an entry')
}

const contested = () => find(({ kind }, standing) => kind === 'sale' && standing.length > 1)

test('a healthy log passes, also written anew, and names its winners', () => {
  for (const log of logs) {
    const { winners, head } = verify(log)
    expect(winners).toHaveLength(facts(log).filter(({ kind }) => kind === 'sale').length)
    if (log.length > 0) expect(head).toBe(log.at(-1)?.hash)
    expect(verify(rewrite(facts(log))).winners).toEqual(winners)
  }
  expect(logs.flatMap((log) => verify(log).winners).length).toBeGreaterThan(20)
})

test('a changed body breaks the chain at its entry', () => {
  const { log, at } = contested()
  const changed = rewrite(log)
  const entry = changed[at] as Entry
  entry.body = entry.body.replace(/"amount":\d/, '"amount":9')
  expect(() => verify(changed)).toThrow(`Entry ${at + 1}: its hash does not follow`)
})

test('a removed entry leaves a gap', () => {
  const { log, at } = contested()
  expect(() => verify(rewrite(log).toSpliced(at, 1))).toThrow(
    `Entry ${at + 2}: stands where entry ${at + 1} should`,
  )
})

test('a winner swapped for another, with all hashes made anew, was not the best', () => {
  const { log, at, standing } = contested()
  const other = standing.find(({ bid }) => bid !== log[at]?.bid) as Fact
  const sale = { ...log[at], bid: other.bid, amount: other.amount } as Fact
  expect(() => verify(rewrite(log.with(at, sale)))).toThrow(
    `Entry ${at + 1}: bid ${other.bid} was not the best`,
  )
})

test('two standing bids of one amount, or of one fan, cannot be', () => {
  const { log, at, standing } = find(({ kind }, others) => kind === 'bid' && others.length > 0)
  for (const part of ['amount', 'fan']) {
    const twin = { ...log[at], [part]: standing[0]?.[part] } as Fact
    expect(() => verify(rewrite(log.with(at, twin)))).toThrow(`Entry ${at + 1}: another standing bid`)
  }
})

test('a unit kept from those who bid for it is noticed as soon as anybody else gets anything', () => {
  const { log, at } = contested()
  const { bid: _, amount: __, ...rest } = log[at] as Fact
  const later = log.findIndex(({ kind }, index) => index > at && (kind === 'bid' || kind === 'sale'))
  const bid = log.find(({ kind }) => kind === 'bid') as Fact
  const withheld = later > 0 ? log.slice(0, later + 1) : [...log.slice(0, at + 1), bid]
  expect(() => verify(rewrite(withheld.with(at, { ...rest, kind: 'free' })))).toThrow(
    'had been kept from the bids',
  )
})

test('a unit is not sold again before it came free, nor for an amount nobody bid', () => {
  const { log, at } = contested()
  const sale = log[at] as Fact
  const early = log.toSpliced(at, 0, { ...sale, kind: 'free', freed: '9999' })
  expect(() => verify(rewrite(early))).toThrow('settled before it came free')
  const other = { ...sale, amount: Number(sale.amount) + 1 }
  expect(() => verify(rewrite(log.with(at, other)))).toThrow('no standing bid')
  expect(() => verify(rewrite(log.with(at, { ...sale, kind: 'gift' })))).toThrow('nobody knows')
})

test('a unit comes back from the bid that had it, once', () => {
  const { log, at } = find(({ kind }) => kind === 'return')
  const back = log[at] as Fact
  expect(verify(rewrite(log)).winners.some(({ bid, isReturned }) => bid === back.bid && isReturned)).toBe(
    true,
  )
  const other = { ...back, bid: Number(back.bid) + 1 }
  expect(() => verify(rewrite(log.with(at, other)))).toThrow(
    `bid ${other.bid} did not have unit ${back.unit}`,
  )
  expect(() => verify(rewrite(log.toSpliced(at, 0, back)))).toThrow(`bid ${back.bid} did not have unit`)
})

describe('a pause', () => {
  const at = '2026-11-21T10:00:00.000000Z'
  const bid = { kind: 'bid', at, bid: 1, fan: 'a', amount: 3000 }
  const second = { kind: 'bid', at, bid: 2, fan: 'b', amount: 4000 }
  const free = { kind: 'free', at, unit: 1, freed: at }
  const sale = { kind: 'sale', at, unit: 1, freed: at, bid: 2, amount: 4000 }
  const [pause, resume] = [
    { kind: 'pause', at },
    { kind: 'resume', at },
  ]
  const release = { kind: 'release', at, bid: 1, why: 'closed' }
  const log = (...kept: object[]) => verify(rewrite(kept as Fact[]))

  test('lets a unit wait though bids stand, and gives it to the best one afterwards', () => {
    expect(log(bid, second, pause, free, resume, sale).winners).toMatchObject([{ bid: 2, amount: 4000 }])
    expect(log(bid, pause, free, release).winners).toEqual([])
  })

  test.each([
    ['sells or takes bids', [bid, pause, second], 'Entry 3: the project was paused'],
    [
      'is followed by a bid before what waited is given out',
      [bid, pause, free, resume, second],
      'Entry 5: a unit',
    ],
    [
      'gives what waited to another than the best',
      [bid, second, pause, free, resume, { ...sale, bid: 1, amount: 3000 }],
      'Entry 6: bid 1 was not the best',
    ],
    ['begins twice', [bid, pause, pause], 'Entry 3: the project was paused'],
    ['ends without having begun', [bid, resume], 'Entry 2: it was not paused'],
  ])('that %s is noticed', (_case, entries, fault) => {
    expect(() => log(...entries)).toThrow(fault)
  })
})
