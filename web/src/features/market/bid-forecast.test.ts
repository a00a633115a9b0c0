import { expect, test } from 'vitest'
import type { BidStatus } from '#domain/bid.ts'
import { bidForecast, placeOf, whyNotPay } from './bid-forecast.ts'

const [first, second] = ['2027-01-10T12:00:00.000Z', '2027-01-10T13:00:00.000Z'] as const
const project = {
  fiatPrice: 1500,
  totalAvailable: 0,
  isPaused: false,
  expiredAt: '2027-02-05T00:00:00.000Z',
}
const bid = (amount: number, status: BidStatus = 'bided') => ({ amount, status })
const view = {
  auction: { standing: 3 },
  bids: [bid(9000), bid(5000), bid(2000), bid(8000, 'winner')],
  ends: [first, second],
}

test('an amount wins the unit of its place while enough come free in time', () => {
  expect(bidForecast(9001, project, view)).toEqual({
    kind: 'wins',
    at: Date.parse(first),
    units: 1,
    position: 1,
  })
  expect(bidForecast(6000, project, view)).toEqual({
    kind: 'wins',
    at: Date.parse(second),
    units: 2,
    position: 2,
  })
})

test('an amount behind all the units to come is told so', () => {
  const behind = { kind: 'behind', at: Date.parse(second), units: 2 }
  expect(bidForecast(3000, project, view)).toEqual({ ...behind, position: 3 })
  expect(bidForecast(1500, project, view)).toEqual({ ...behind, position: 4 })
})

test('no unit comes free before the project closes', () => {
  expect(bidForecast(3000, project, { ...view, ends: ['2027-02-06T00:00:00.000Z'] })).toEqual({
    kind: 'none',
    position: 3,
  })
})

test('a unit that no standing bid will take is won at once, by the lowest amount too', () => {
  expect(bidForecast(1500, { ...project, totalAvailable: 4 }, view)).toEqual({ kind: 'free' })
  expect(bidForecast(1500, { ...project, totalAvailable: 3 }, view)).toMatchObject({ kind: 'behind' })
})

test('while the auction is paused no amount is promised anything', () => {
  expect(bidForecast(9001, { ...project, isPaused: true }, view)).toBeNull()
})

test('an amount that somebody has bid meanwhile is told at once', () => {
  expect(bidForecast(5000, project, view)).toEqual({ kind: 'taken' })
})

test('nothing is said of an amount below the price, or of a place that the page cannot know', () => {
  expect(bidForecast(1499, project, view)).toBeNull()
  const crowded = { ...view, auction: { standing: 60 } }
  expect(bidForecast(1600, project, crowded)).toBeNull()
  expect(bidForecast(6000, project, crowded)).toMatchObject({ position: 2 })
})

test('a unit at once is the best place, an amount that is taken none', () => {
  const places = [{ kind: 'free' } as const, bidForecast(9001, project, view), { kind: 'taken' } as const]
  expect(places.map(placeOf)).toEqual([0, 1, Number.POSITIVE_INFINITY])
  expect(placeOf(null)).toBeNull()
})

test('money on its way to a bid is wanted back where somebody has the amount, in a pause, and after the end', () => {
  const end = Date.parse(project.expiredAt)
  expect(whyNotPay(4999, project, view.bids, end - 1)).toBeNull()
  expect(whyNotPay(5000, project, view.bids, end - 1)).toBe('taken')
  expect(whyNotPay(5000, project, [bid(5000, 'cancelled')], end - 1)).toBeNull()
  expect(whyNotPay(4999, { ...project, isPaused: true }, view.bids, end - 1)).toBe('paused')
  expect(whyNotPay(4999, project, view.bids, end)).toBe('closed')
})
