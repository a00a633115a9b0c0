import { expect, test } from 'vitest'
import { csvAmount, csvLine } from './csv.ts'

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
  expect(csvLine([text])).toBe(`${written}\r\n`)
})

test('amounts stay numbers, also below zero', () => {
  expect(csvLine([csvAmount(-123456), csvAmount(50)])).toBe('-1234,56;0,50\r\n')
})
