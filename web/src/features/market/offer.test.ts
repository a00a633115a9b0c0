import { expect, test } from 'vitest'
import { bestOffer, leastWinning } from './offer.ts'

const project = { fiatPrice: 1000, totalAvailable: 0 }

test('the smallest amount that leads', () => {
  expect(bestOffer(project, { standing: 0, leading: null })).toEqual({ amount: 1000, free: 0 })
  expect(bestOffer(project, { standing: 1, leading: 1000 })).toEqual({ amount: 1001, free: 0 })
  expect(bestOffer(project, null)).toEqual({ amount: 1000, free: 0 })
})

test('a unit that is free goes for the price, however high others have bid before', () => {
  const waiting = { ...project, totalAvailable: 2 }
  expect(bestOffer(waiting, { standing: 0, leading: null })).toEqual({ amount: 1000, free: 2 })
  // The settlement is about to give one of them to the standing bid.
  expect(bestOffer(waiting, { standing: 1, leading: 5000 })).toEqual({ amount: 1000, free: 1 })
  expect(bestOffer(waiting, { standing: 2, leading: 5000 })).toEqual({ amount: 5001, free: 0 })
})

const CLOSES = '2030-01-01T00:00:00.000Z'
const ENDS = ['2029-12-30T00:00:00.000Z', '2029-12-31T00:00:00.000Z', '2030-01-02T00:00:00.000Z']

test.each([
  { of: 'fewer bids than units: the price', amounts: [5000], least: 1000 },
  { of: 'the price, which is taken', amounts: [1000], least: 1001 },
  { of: 'as many bids as units: one centavo above the last of them', amounts: [5000, 3000], least: 3001 },
  { of: 'more bids', amounts: [5000, 3000, 2000], least: 3001 },
  { of: 'one centavo above is taken', amounts: [3001, 3000], least: 3002 },
  { of: 'bids that have not been loaded', amounts: [5000], standing: 2, least: null },
  { of: 'no unit that comes free in time', amounts: [5000], ends: ENDS.slice(2), least: null },
  { of: 'no unit at all', amounts: [], ends: [], least: null },
  { of: 'a unit that is free now', amounts: [], ends: [], totalAvailable: 1, least: 1000 },
  { of: 'more than the fan can pay', amounts: [5000, 3000], most: 3000, least: null },
])('the least that is among the winners now: $of', (known) => {
  const { amounts, standing = amounts.length, ends = ENDS, totalAvailable = 0, most = 10_000, least } = known
  const bids = amounts.map((amount) => ({ amount, status: 'bided' as const }))
  const view = { ends, bids, auction: { standing, leading: amounts[0] ?? null } }
  expect(leastWinning({ fiatPrice: 1000, totalAvailable, expiredAt: CLOSES }, view, most)).toBe(least)
})
