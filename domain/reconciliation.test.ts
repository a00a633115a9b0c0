import { expect, test } from 'vitest'
import { compareUnits, isMissingUnits, joinUnits, lastingUnits, periodsToCompare } from './reconciliation.ts'

const now = new Date('2026-11-21T12:00:00Z')
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
const until = new Date('2026-11-21T11:45:00Z')

test('what was compared yesterday is compared once more, with the last three days', () => {
  expect(periodsToCompare(ago(1), now)).toEqual({ periods: [{ since: ago(3), until }], comparedUntil: until })
})

test('days that nobody could compare are caught up with, each once', () => {
  expect(periodsToCompare(ago(10), now)).toEqual({
    periods: [
      { since: ago(10), until: ago(3) },
      { since: ago(3), until },
    ],
    comparedUntil: until,
  })
  const long = periodsToCompare(ago(100), now)
  expect(long.periods[0]).toEqual({ since: ago(100), until: ago(69) })
  expect(long.comparedUntil).toEqual(ago(69))
})

test('an edition differs by the units that one side alone has, in both of two looks', () => {
  const found = compareUnits('0xa', [1, 2], [2, 3])
  expect(found).toEqual({
    side: 'supply',
    subject: '0xa',
    ledger: 2,
    other: 2,
    rows: { ledger: [{ id: '1', amount: 1 }], other: [{ id: '3', amount: 1 }] },
  })
  expect(isMissingUnits(found)).toBe(true)
  expect(isMissingUnits(compareUnits('0xb', [1], [1]))).toBe(false)
  // The sale of unit 1 had arrived by the second look; that of unit 4 has not, but was not seen at the first.
  expect(lastingUnits(found, compareUnits('0xa', [1, 2, 4], [1, 2, 3])).rows).toEqual({
    ledger: [],
    other: [{ id: '3', amount: 1 }],
  })
})

test('stretches of an edition add up, and name a hundred units of each side at most', () => {
  const units = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const joined = joinUnits(
    compareUnits('0xa', [1], units(1, 1000)),
    compareUnits('0xa', [], units(1001, 1100)),
  )
  expect([joined.ledger, joined.other, joined.rows.ledger.length, joined.rows.other.length]).toEqual([
    1, 1100, 0, 100,
  ])
})
