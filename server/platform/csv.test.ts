import { expect, test } from 'vitest'
import { csvAmount, csvLine, csvTime } from './csv.ts'

test.each([
  ['Maré Cheia', 'Maré Cheia'],
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['Ana;=1+1', '"Ana;\'=1+1"'],
  // A spreadsheet that separates by commas does not honour quotes in the middle of its own cell.
  ['Ana,=1+1', "Ana,'=1+1"],
  ['Ana, \t-2', "Ana, \t'-2"],
  ['linha\n+55', '"linha\n\'+55"'],
  ['a-b @c', 'a-b @c'],
  ['diz "oi"', '"diz ""oi"""'],
])('%j is written as %j', (text, written) => {
  expect(csvLine([text], 'pt')).toBe(`${written}\r\n`)
})

test('amounts stay numbers, also below zero', () => {
  expect(csvLine([csvAmount(-123456, 'pt'), csvAmount(50, 'pt')], 'pt')).toBe('-1234,56;0,50\r\n')
})

test('an English spreadsheet gets commas, decimal points, and the year first', () => {
  const cells = [csvAmount(-123456, 'en'), 'Ana; Bia', 'Ana, Bia', csvTime('2026-03-05T17:07:00Z', 'en')]
  expect(csvLine(cells, 'en')).toBe('-1234.56,Ana; Bia,"Ana, Bia",2026-03-05 14:07:00\r\n')
  expect(csvTime('2026-03-05T17:07:00Z', 'pt')).toBe('05/03/2026 14:07:00')
})
