import { expect, test } from 'vitest'
import { readTypedDate, writeTypedDate } from './typed-date.ts'

test.each([
  ['05/03/2026', '2026-03-05'],
  ['29/02/2028', '2028-02-29'],
  ['05/03/2026 14:07', '2026-03-05T14:07'],
  ['31/12/2099 00:00', '2099-12-31T00:00'],
])('%s is %s, and back', (typed, iso) => {
  expect(readTypedDate(typed)).toBe(iso)
  expect(writeTypedDate(iso)).toBe(typed)
})

test.each([
  '',
  '05/03',
  '5/3/2026',
  '31/02/2026',
  '29/02/2026',
  '00/01/2026',
  '01/13/2026',
  '05/03/2026 24:00',
  '05/03/2026 14:60',
  '05/03/2026 1',
])('%s is none', (typed) => {
  expect(readTypedDate(typed)).toBeNull()
})

test('what is no date is not shown', () => {
  expect(writeTypedDate('')).toBe('')
  expect(writeTypedDate('soon')).toBe('')
})
