import * as v from 'valibot'
import { expect, test } from 'vitest'
import { centavos, parseRow, parseRows, rowId } from './rows.ts'

const schema = v.object({ id: rowId, amount: centavos })

test('rows are given as they are, without what nobody asked for', () => {
  expect(parseRows(schema, [{ id: 1, amount: -5, more: true }])).toEqual([{ id: 1, amount: -5 }])
  expect(parseRow(schema, [{ id: 1, amount: 0 }])).toEqual({ id: 1, amount: 0 })
  expect(parseRow(schema, [])).toBeUndefined()
})

test.each([
  ['an amount that is text, as numeric columns are', { id: 1, amount: '5' }],
  ['a fraction of a centavo', { id: 1, amount: 0.5 }],
  ['an amount that is not there', { id: 1, amount: null }],
  ['a column of another name', { id: 1, Amount: 5 }],
  ['a number of no row', { id: 0, amount: 5 }],
])('%s is refused', (_name, answered) => {
  expect(() => parseRows(schema, [answered])).toThrow()
})
