import { expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { type Attempt, attemptFor, isUndecided } from './attempt.ts'

const keys = () => {
  let count = 0
  return () => `key-${++count}`
}

test('the same order after a lost answer keeps its key and its card', () => {
  const newKey = keys()
  const first: Attempt = { ...attemptFor(null, { amount: 1000 }, newKey), paymentMethodId: 'pm_1' }
  expect(attemptFor(first, { amount: 1000 }, newKey)).toBe(first)
})

test('another order is another attempt', () => {
  const newKey = keys()
  const first = attemptFor(null, { amount: 1000 }, newKey)
  expect(attemptFor(first, { amount: 2000 }, newKey)).toMatchObject({ key: 'key-2', paymentMethodId: null })
})

test.each([
  [0, true],
  [400, false],
  [402, false],
  [409, false],
  [429, true],
  [500, true],
  [503, true],
])('after status %i the outcome is undecided: %s', (status, undecided) => {
  expect(isUndecided(new ApiError(status, null, ''))).toBe(undecided)
})
