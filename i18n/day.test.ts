import { expect, test } from 'vitest'
import { writtenDay, writtenDayOfYear } from './day.ts'

test('in English the month is a word, which nobody takes for another', () => {
  expect(writtenDay('2027-02-09', 'en')).toBe('9 Feb 2027')
  expect(writtenDay('2027-12-31', 'en')).toBe('31 Dec 2027')
  expect(writtenDayOfYear('2027-09-02', 'en')).toBe('2 Sep')
})

test('in Portuguese day, month and year are figures, as the specification writes them', () => {
  expect(writtenDay('2027-02-09', 'pt')).toBe('09/02/2027')
  expect(writtenDayOfYear('2027-02-09', 'pt')).toBe('09/02')
})
