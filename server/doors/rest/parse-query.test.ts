import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RestError } from './errors.ts'
import { parseOrder } from './parse-order.ts'
import { emptyRelation, parseQuery, restrictToRange } from './parse-query.ts'

const term = (column: string, more = {}) => ({
  column,
  path: [],
  descending: false,
  nulls: null,
  ...more,
})
const query = (text: string) => parseQuery(new URLSearchParams(text))

describe('the query string', () => {
  test('is sorted by the relation it speaks of', () => {
    const { select, relations } = query(
      'select=id,users(id)&apikey=x&order=id.desc&limit=5&offset=10&id=gt.1&users.order=id&users.limit=1&users.or=(id.eq.1)&not.and=(id.eq.2)',
    )
    expect(select).toHaveLength(2)
    expect([...relations.keys()]).toEqual(['', 'users'])
    expect(relations.get('')).toMatchObject({
      order: [{ column: 'id', descending: true, nulls: null }],
      limit: 5,
      offset: 10,
      filters: [{ column: 'id' }, { kind: 'and', negated: true }],
    })
    expect(relations.get('users')).toMatchObject({ limit: 1, filters: [{ kind: 'or', negated: false }] })
  })

  test('names columns and conflicts', () => {
    expect(query('columns=a,"b c"&on_conflict=uid')).toMatchObject({
      columns: ['a', 'b c'],
      onConflict: ['uid'],
    })
  })

  test.each(['limit=-1', 'limit=1e9', 'limit=9999999999', 'offset=x', 'limit=', 'order=id.up', 'columns='])(
    '%s is refused',
    (text) => {
      expect(() => query(text)).toThrow(RestError)
    },
  )

  test('whatever comes is read or refused', () => {
    const name = fc.oneof(
      fc.constantFrom(
        'select',
        'order',
        'limit',
        'or',
        'not.and',
        'a.or',
        'columns',
        'a.b.c',
        '__proto__',
        '.',
      ),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string({ unit: 'binary' }))), (parameters) => {
        try {
          parseQuery(parameters)
        } catch (fault) {
          expect(fault).toBeInstanceOf(RestError)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

test.each([
  ['id', [term('id')]],
  ['id.asc', [term('id')]],
  ['id.desc.nullslast', [term('id', { descending: true, nulls: 'last' })]],
  ['a.nullsfirst,b.desc', [term('a', { nulls: 'first' }), term('b', { descending: true })]],
])('order=%s', (text, expected) => {
  expect(parseOrder(text)).toEqual(expected)
})

test.each([
  [undefined, { offset: 0, limit: null }],
  ['0-14', { offset: 0, limit: 15 }],
  ['items=5-', { offset: 5, limit: null }],
  ['bytes=0-1', { offset: 0, limit: null }],
  ['-5', { offset: 0, limit: null }],
  ['0-99999999999999999999', { offset: 0, limit: null }],
])('Range: %s', (header, expected) => {
  const asked = emptyRelation()
  restrictToRange(asked, header)
  expect(asked).toMatchObject(expected)
})

test('a range that ends before it begins is refused', () => {
  expect(() => restrictToRange(emptyRelation(), '5-1')).toThrow(RestError)
})

test('a range and a limit both count', () => {
  const asked = { ...emptyRelation(), offset: 2, limit: 5 }
  restrictToRange(asked, '4-100')
  expect(asked).toMatchObject({ offset: 4, limit: 3 })
})
