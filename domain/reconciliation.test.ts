import { expect, test } from 'vitest'
import { findMissingUnits, periodsToCompare } from './reconciliation.ts'

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

test('an edition differs by the units that one side alone has', () => {
  const found = findMissingUnits(
    new Map([
      ['0xa', [1, 2]],
      ['0xb', [1]],
    ]),
    new Map([
      ['0xa', [2, 3]],
      ['0xb', [1]],
    ]),
  )
  expect(found).toEqual([
    {
      side: 'supply',
      subject: '0xa',
      ledger: 2,
      other: 2,
      rows: { ledger: [{ id: '1', amount: 1 }], other: [{ id: '3', amount: 1 }] },
    },
  ])
})
