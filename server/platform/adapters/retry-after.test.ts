import { expect, test } from 'vitest'
import { readRetryAfter } from './retry-after.ts'

test.each([
  ['120', '2026-11-22T08:02:00.000Z'],
  ['Sun, 22 Nov 2026 08:05:00 GMT', '2026-11-22T08:05:00.000Z'],
  ['Sun, 22 Nov 2026 07:59:59 GMT', null],
  ['0', null],
  ['-5', null],
  ['soon', null],
  ['', null],
  [null, null],
])('Retry-After: %s is %s', (header, after) => {
  expect(readRetryAfter(header, Date.parse('2026-11-22T08:00:00Z'))?.toISOString() ?? null).toBe(after)
})
