import { expect, test } from 'vitest'
import { turnedAway } from './admission.ts'

test.each([
  ['first_lot', 3, false, null],
  ['first_lot', 3, true, 'owned'],
  ['first_lot', 0, false, 'unavailable'],
  ['first_lot', 0, true, 'unavailable'],
  ['auction', 0, false, 'unavailable'],
  ['auction', 2, false, 'unavailable'],
  ['closed', 2, true, 'closed'],
] as const)('%s with %i units, held %s: %s', (phase, totalAvailable, hasProject, reason) => {
  expect(turnedAway({ phase, isPaused: false, totalAvailable, hasProject })).toBe(reason)
})

test('a paused project sells nothing, and says so before anything else but its end', () => {
  const paused = { isPaused: true, totalAvailable: 0, hasProject: true }
  expect(turnedAway({ ...paused, phase: 'first_lot' })).toBe('paused')
  expect(turnedAway({ ...paused, phase: 'closed' })).toBe('closed')
})
