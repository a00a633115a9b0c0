import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bidChart, INSET, priceSteps } from './chart-geometry.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString()
const [left, right] = [INSET.x, 100 - INSET.x]
const [top, bottom] = [INSET.y, 100 - INSET.y]

test('nothing to draw', () => {
  expect(bidChart({ bids: [], wins: [] })).toBeNull()
})

test('first and last stand at the sides, cheapest and dearest at the bottom and the top', () => {
  const bids = [
    { at: at(0), amount: 2000, won: false },
    { at: at(30), amount: 6000, won: true },
  ]
  expect(bidChart({ bids, wins: [{ at: at(60), amount: 4000 }] })).toEqual({
    bids: [
      { x: left, y: bottom, won: false, amount: 2000 },
      { x: 50, y: top, won: true, amount: 6000 },
    ],
    isSparse: true,
    wins: [{ x: right, y: 50 }],
    levels: [
      { amount: 6000, y: top },
      { amount: 2000, y: bottom },
    ],
    from: at(0),
    to: at(60),
  })
})

test('a single bid stands in the middle', () => {
  const chart = bidChart({ bids: [{ at: at(5), amount: 2000, won: false }], wins: [] })
  expect(chart?.bids).toEqual([{ x: 50, y: 50, won: false, amount: 2000 }])
  expect(chart?.levels).toEqual([{ amount: 2000, y: 50 }])
})

test('a few bids close together are spread in their order; many keep their times', () => {
  const bid = (minute: number) => ({ at: at(minute), amount: 2000 + minute, won: false })
  const few = bidChart({ bids: [bid(0), bid(1), bid(500)], wins: [] })
  expect(few?.bids.map(({ x }) => x)).toEqual([left, 50, right])
  const many = bidChart({ bids: [0, 1, 2, 3, 4, 5, 500].map(bid), wins: [] })
  expect(many?.bids[5]?.x).toBeLessThan(left + 2)
  expect(many?.isSparse).toBe(false)
})

test('everything stays inside the edges', () => {
  const bid = fc.record({
    at: fc.integer({ min: 0, max: 100_000 }).map(at),
    amount: fc.integer({ min: 1, max: 100_000_000 }),
    won: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(bid, { minLength: 1, maxLength: 30 }), (bids) => {
      const chart = bidChart({ bids, wins: bids })
      expect(chart?.bids).toHaveLength(bids.length)
      for (const { x, y } of chart?.bids ?? []) {
        expect(x).toBeGreaterThanOrEqual(left - 1e-9)
        expect(x).toBeLessThanOrEqual(right + 1e-9)
        expect(y).toBeGreaterThanOrEqual(top - 1e-9)
        expect(y).toBeLessThanOrEqual(bottom + 1e-9)
      }
    }),
  )
})

test('the price of a sale holds until the next sale', () => {
  const [a, b, c] = [
    { x: 1, y: 20 },
    { x: 30, y: 40 },
    { x: 50, y: 6 },
  ]
  expect(priceSteps([])).toEqual([])
  expect(priceSteps([a])).toEqual([])
  expect(priceSteps([a, b, c])).toEqual([
    { from: a, to: { x: 30, y: 20 } },
    { from: { x: 30, y: 20 }, to: b },
    { from: b, to: { x: 50, y: 40 } },
    { from: { x: 50, y: 40 }, to: c },
  ])
})
