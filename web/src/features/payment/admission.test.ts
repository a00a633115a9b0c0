import { expect, test } from 'vitest'
import { turnedAway } from './admission.ts'

test.each([
  ['first_lot', 3, null],
  ['first_lot', 0, 'unavailable'],
  ['auction', 0, 'unavailable'],
  ['auction', 2, 'unavailable'],
  ['closed', 2, 'closed'],
] as const)('%s with %i units: %s', (phase, totalAvailable, reason) => {
  expect(turnedAway({ phase, totalAvailable })).toBe(reason)
})
