import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWithinShare, isWithinShares, networkOf, subscriberOf } from './mail-share.ts'

const SHARE = 0.1

/** What is taken where each of `askers`, which are networks, asks once in their order. */
function taken(most: number, askers: number[]): Map<number, number> {
  const own = new Map<number, number>()
  let used = 0
  for (const network of askers) {
    const mine = own.get(network) ?? 0
    if (!isWithinShare({ most, used, own: mine }, SHARE)) continue
    own.set(network, mine + 1)
    used++
  }
  return own
}
const sum = (counts: Iterable<number>) => [...counts].reduce((all, count) => all + count, 0)

test('a network that has taken nothing gets a mail while there is any', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.array(fc.nat(60)), (most, askers) => {
      const left = most - sum(taken(most, askers).values())
      expect(isWithinShare({ most, used: most - left, own: 0 }, SHARE)).toBe(left > 0)
    }),
  )
})

test('whoever has taken most is refused first', () => {
  fc.assert(
    fc.property(
      fc.record({ most: fc.integer({ min: 1, max: 5000 }), used: fc.nat(5000), own: fc.nat(5000) }),
      fc.nat(5000),
      (counted, fewer) => {
        const less = { ...counted, own: Math.min(fewer, counted.own) }
        if (isWithinShare(counted, SHARE)) expect(isWithinShare(less, SHARE)).toBe(true)
      },
    ),
  )
})

const MOST = 3600
/** What each of so many networks asks for, at most what one may have. */
const ORDERS = {
  'in turn': (networks: number) => Array.from({ length: networks * 400 }, (_, at) => at % networks),
  'one after the other': (networks: number) =>
    Array.from({ length: networks * 400 }, (_, at) => Math.floor(at / 400)),
}

test.each(Object.entries(ORDERS))(
  'a flood from so many networks, %s, leaves one mail in 1 + networks/10',
  (_name, order) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 120 }), (networks) => {
        const own = taken(MOST, order(networks))
        expect(Math.max(...own.values())).toBeLessThanOrEqual(MOST * SHARE)
        // Whole mails: each network may take one beyond its share.
        const left = MOST - sum(own.values())
        expect(left).toBeGreaterThanOrEqual(Math.floor(MOST / (1 + networks / 10)) - networks)
      }),
      { numRuns: 40 },
    )
  },
)

test('nor does any other order leave less', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { minLength: 500, maxLength: 5000 }), (askers) => {
      const networks = new Set(askers).size
      const left = 600 - sum(taken(600, askers).values())
      expect(left).toBeGreaterThanOrEqual(Math.floor(600 / (1 + networks / 10)) - networks)
    }),
  )
})

test.each([
  ['203.0.113.7', '203.0'],
  ['203.0.99.1', '203.0'],
  ['2804:14c:5b8a:1::', '2804014c'],
  ['2804:14c::', '2804014c'],
  ['2001:db8::', '20010db8'],
  ['unknown', 'unknown'],
])('%s is in the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['203.0.113.7', '203.0.113'],
  ['2804:14c:5b8a:1::', '2804014c5b8a'],
  ['2001:db8::', '20010db80000'],
])('%s is that of the subscriber %s', (address, subscriber) => {
  expect(subscriberOf(address)).toBe(subscriber)
})

test('floods from so many subscribers of one network leave one mail in 1 + subscribers/2, and another of them may take it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), (floods) => {
      const taken = new Map<number, number>()
      const ask = (subscriber: number) => {
        const network = sum(taken.values())
        const own = taken.get(subscriber) ?? 0
        if (!isWithinShares({ most: MOST, used: network, network, subscriber: own }, SHARE)) return false
        taken.set(subscriber, own + 1)
        return true
      }
      for (let flood = 1; flood <= floods; flood++) while (ask(flood));
      const ofNetwork = 0.8 * MOST * SHARE
      const left = ofNetwork - sum(taken.values())
      expect(left).toBeGreaterThanOrEqual(Math.floor(ofNetwork / (1 + floods / 2)) - floods)
      expect(ask(0)).toBe(true)
    }),
  )
})
