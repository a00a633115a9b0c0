import { expect, test } from 'vitest'
import { saoPauloClock } from './sao-paulo.ts'

test.each([
  ['2026-03-05T17:07:09.250Z', '2026-03-05T14:07:09.250Z'],
  ['2026-01-01T02:59:59.000Z', '2025-12-31T23:59:59.000Z'],
  // The last summer time began and ended at midnight.
  ['2018-11-04T02:59:59.000Z', '2018-11-03T23:59:59.000Z'],
  ['2018-11-04T03:00:00.000Z', '2018-11-04T01:00:00.000Z'],
  ['2019-02-17T01:59:59.000Z', '2019-02-16T23:59:59.000Z'],
  ['2019-02-17T02:00:00.000Z', '2019-02-16T23:00:00.000Z'],
])('at %s it is %s', (instant, shown) => {
  expect(saoPauloClock(new Date(instant)).toISOString()).toBe(shown)
  // Also where another hour was asked about in between.
  saoPauloClock(new Date(0))
  expect(saoPauloClock(new Date(instant)).toISOString()).toBe(shown)
})
