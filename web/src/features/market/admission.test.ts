import { expect, test } from 'vitest'
import { auctionTurnsAway } from './admission.ts'

test.each([
  ['auction', false, null],
  ['auction', true, 'owned'],
  ['first_lot', false, 'noAccess'],
  ['first_lot', true, 'noAccess'],
  ['closed', false, 'ended'],
  ['closed', true, 'ended'],
] as const)('%s, held %s: %s', (phase, hasProject, reason) => {
  expect(auctionTurnsAway({ phase, hasProject })).toBe(reason)
})
