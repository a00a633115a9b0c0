import { expect, test } from 'vitest'
import { monthOf, shiftMonth } from './month.ts'

test('a month ends at midnight in São Paulo', () => {
  expect(monthOf(new Date('2026-12-01T02:59:59Z'))).toBe('2026-11')
  expect(monthOf(new Date('2026-12-01T03:00:00Z'))).toBe('2026-12')
})

test('before January comes December of the year before', () => {
  expect(shiftMonth('2026-01', -1)).toBe('2025-12')
  expect(shiftMonth('2026-12', 1)).toBe('2027-01')
})
