/** Does the verifier of the public log find what somebody has changed in it? */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Entry, verify } from '../scripts/verify-auction.ts'
import { simulate } from './pure.ts'

type Fact = Record<string, string | number>

const SEED = 12
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

test('a log of two hundred thousand entries is read in one go', () => {
  const third = 66_666
  const instant = (at: number) => new Date(Date.UTC(2026, 10, 21) + at).toISOString()
  const each = (entry: (index: number) => Fact) => Array.from({ length: third }, (_, index) => entry(index))
  const bids = each((index) => {
    // In no order: a prime step visits each amount once.
    const amount = 1 + ((index * 7919) % third)
    return { kind: 'bid', at: instant(index), bid: index, fan: `fan ${index}`, amount }
  })
  const byAmount = bids.toSorted((a, b) => Number(b.amount) - Number(a.amount))
  const freed = (index: number) => instant(third + index)
  const frees = each((index) => ({ kind: 'free', at: freed(index), unit: index, freed: freed(index) }))
  const at = instant(3 * third)
  const sales = each((index) => {
    const { bid = 0, amount = 0 } = byAmount[index] ?? {}
    return { kind: 'sale', at, unit: index, freed: freed(index), bid, amount }
  })
  const log = [...bids, { kind: 'pause', at }, ...frees, { kind: 'resume', at }, ...sales]
  const { winners } = verify(rewrite(log))
  expect(winners.map(({ amount }) => amount)).toEqual(
    each((index) => ({ amount: third - index })).map((of) => of.amount),
  )
})

describe('a unit that came back', () => {
  const instant = (seconds: number) => `2026-11-21T10:00:0${seconds}.000000Z`
  const bid = (number: number) => ({
    kind: 'bid',
    at: instant(0),
    bid: number,
    fan: `fan ${number}`,
    amount: number * 1000,
  })
  const sale = (unit: number, freed: number, winner: number) => ({
    kind: 'sale',
    at: instant(9),
    unit,
    freed: instant(freed),
    bid: winner,
    amount: winner * 1000,
  })
  const first = { ...sale(1, 1, 3), at: instant(1) }
  const back = { kind: 'return', at: instant(2), unit: 1, bid: 3 }
  const [pause, resume] = [
    { kind: 'pause', at: instant(3) },
    { kind: 'resume', at: instant(5) },
  ]
  const free = { kind: 'free', at: instant(4), unit: 2, freed: instant(4) }
  const begun = [bid(1), bid(2), bid(3), first]
  const log = (...kept: object[]) => verify(rewrite([...begun, ...kept] as Fact[]))

  test('waits from that instant, and goes to the best bid', () => {
    expect(log(back, sale(1, 2, 2)).winners).toHaveLength(2)
    expect(log(pause, back, free, resume, sale(1, 2, 2), sale(2, 4, 1)).winners).toHaveLength(3)
    const released = [1, 2].map((number) => ({ kind: 'release', at: instant(3), bid: number }))
    expect(log(back, ...released, bid(4), sale(1, 2, 4)).winners).toHaveLength(2)
  })

  test('goes after a window that ended before it was given out, as the market does', () => {
    expect(log(back, sale(2, 4, 2), sale(1, 2, 1)).winners).toHaveLength(3)
  })

  test('a log from before November 2026 has it free a moment after its entry', () => {
    const later = { ...sale(1, 2, 2), freed: '2026-11-21T10:00:02.000041Z' }
    expect(log(back, later).winners).toHaveLength(2)
  })

  test.each([
    ['came free at another time', [back, sale(1, 4, 2)], 'Entry 6: unit 1 came free at'],
    ['came free before', [back, sale(1, 1, 2)], 'Entry 6: unit 1 came free at'],
    ['is passed by a bid', [back, bid(4)], 'Entry 6: a unit that had waited'],
    [
      'is passed by one that waited less',
      [pause, back, free, resume, sale(2, 4, 2)],
      'Entry 9: another unit had waited longer',
    ],
    ['is free once more', [back, { ...free, unit: 1 }], 'Entry 6: unit 1 was free already'],
    ['comes back when it waits', [pause, { ...free, unit: 1 }, back], 'Entry 7: bid 3 did not have unit 1'],
  ])('that %s is noticed', (_case, entries, fault) => {
    expect(() => log(...entries)).toThrow(fault)
  })
})

test('a sale to nobody is none', () => {
  const at = '2026-11-21T10:00:00.000000Z'
  expect(() => verify(rewrite([{ kind: 'sale', at, unit: 1, freed: at, bid: 1 }]))).toThrow('no standing bid')
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
