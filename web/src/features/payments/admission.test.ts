import { expect, test } from 'vitest'
import { turnedAway } from './admission.ts'

test.each([
  ['first_lot', 3, false, null],
  ['first_lot', 3, true, 'owned'],
  ['first_lot', 0, false, 'unavailable'],
  ['first_lot', 0, true, 'unavailable'],
  ['auction', 0, false, 'auction'],
  ['auction', 2, false, 'auction'],
  ['auction', 0, true, 'owned'],
  ['closed', 2, true, 'closed'],
] as const)('%s with %i units, held %s: %s', (phase, totalAvailable, hasProject, reason) => {
  expect(turnedAway({ phase, isPaused: false, opensAt: null, totalAvailable, hasProject }, 0, false)).toBe(
    reason,
  )
})

test('a paused project sells nothing, and says so before anything else but its end', () => {
  const paused = { isPaused: true, opensAt: null, totalAvailable: 0, hasProject: true }
  expect(turnedAway({ ...paused, phase: 'first_lot' }, 0, false)).toBe('paused')
  expect(turnedAway({ ...paused, phase: 'closed' }, 0, false)).toBe('closed')
})

test('a lot is not bought before its hour', () => {
  const opensAt = '2026-11-24T20:00:00.000Z'
  const lot = { phase: 'first_lot', isPaused: false, opensAt, totalAvailable: 3, hasProject: false } as const
  expect([-1, 0].map((late) => turnedAway(lot, Date.parse(opensAt) + late, false))).toEqual(['notOpen', null])
})

test('whoever has one may give another away', () => {
  const lot = {
    phase: 'first_lot',
    isPaused: false,
    opensAt: null,
    totalAvailable: 1,
    hasProject: true,
  } as const
  expect([true, false].map((giving) => turnedAway(lot, 0, giving))).toEqual([null, 'owned'])
})
