/** Tables and functions of the schema, addressed in PostgREST's grammar. */
import fc, { type Arbitrary } from 'fast-check'
import type { Facts } from './facts.ts'
import type { Sent, Target } from './input.ts'
import { encode } from './targets-pages.ts'
import { badValue, badWord } from './values.ts'

const OPERATORS = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'in',
  'is',
  'isdistinct',
  'fts',
  'plfts',
  'phfts',
  'wfts',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
  'not.eq',
  'not.in',
  'eq(any)',
  'like(all)',
  'fts(english)',
  'xx',
]
const OPERANDS = [
  '1',
  '(1,2)',
  '("a,b","\\"")',
  '{1,2}',
  '[1,2)',
  'null',
  'true',
  '*a*',
  '(',
  '{',
  '(((',
  '^(a+)+$',
  '\\',
  '',
  '(1,',
  'unknown',
  'not_null',
]
const VALUES = [fc.constantFrom(...OPERANDS), badWord]

export function restTargets(facts: Facts): Target[] {
  const { uids, tables } = facts
  const names = Object.keys(tables)
  const of = (name: string, path: string, columns: readonly string[], fields: readonly string[]): Target => ({
    door: 'rest',
    name,
    method: 'GET',
    sent: sentTo(path, columns.length > 0 ? columns : ['a'], fields.length > 0 ? fields : ['a'], names, uids),
  })
  return [
    ...Object.entries(tables).map(([table, columns]) => of(table, `/rest/v1/${table}`, columns, columns)),
    ...Object.entries(facts.functions).map(([name, args]) =>
      of(`rpc/${name}`, `/rest/v1/rpc/${name}`, args, args),
    ),
    of('/', '/rest/v1/', ['a'], ['a']),
    of('a table that is not', '/rest/v1/nothing', ['a'], ['a']),
  ]
}

function sentTo(
  path: string,
  columns: readonly string[],
  fields: readonly string[],
  tables: readonly string[],
  uids: readonly string[],
): Arbitrary<Sent> {
  const column = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...columns) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...columns)
        .chain((name) =>
          fc
            .constantFrom('->', '->>', '->a->>b', '->-1', '::text', '::int[]', '::"', '.sum()', '.count()')
            .map((more) => name + more),
        ),
    },
    { weight: 1, arbitrary: badWord },
  )
  const embed = fc
    .tuple(fc.constantFrom(...tables), fc.constantFrom('', '!inner', '!left', '!x', '!'), column)
    .map(([table, hint, each]) => `${table}${hint}(${each})`)
  const nested = fc
    .tuple(fc.constantFrom(...tables), embed)
    .map(([table, inner]) => `...${table}(*,a:${inner})`)
  const selection = fc
    .array(
      fc.oneof(
        { weight: 5, arbitrary: column },
        { weight: 2, arbitrary: embed },
        { weight: 1, arbitrary: nested },
        { weight: 1, arbitrary: fc.constantFrom('*', 'count()', ')', '((', '') },
      ),
      { maxLength: 4 },
    )
    .map((list) => list.join(','))
  const operand = fc.oneof(...VALUES, fc.constantFrom(...uids))
  const filter = fc
    .tuple(fc.constantFrom(...OPERATORS), operand)
    .map(([operator, value]) => `${operator}.${value}`)
  const logic = fc
    .array(
      fc.tuple(column, filter).map(([each, how]) => `${each}.${how}`),
      { maxLength: 3 },
    )
    .map((list) => `(${list.join(',')})`)
  const pair = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(column, filter) },
    { weight: 4, arbitrary: fc.tuple(fc.constant('select'), selection) },
    {
      weight: 2,
      arbitrary: fc.tuple(
        fc.constant('order'),
        fc
          .tuple(column, fc.constantFrom('', '.asc', '.desc.nullslast', '.x', '.asc.asc'))
          .map((each) => each.join('')),
      ),
    },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom('or', 'and', 'not.or', 'not.and'), logic) },
    {
      weight: 2,
      arbitrary: fc.tuple(
        fc.constantFrom('limit', 'offset'),
        fc.constantFrom('0', '1', '-1', '9'.repeat(30), 'a', '1.5'),
      ),
    },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('columns', 'on_conflict'), column) },
    { weight: 1, arbitrary: fc.tuple(badWord, badWord) },
  )
  const row = fc.dictionary(
    fc.constantFrom(...fields),
    fc.oneof(fc.constantFrom<unknown>(...uids, 1, 'a'), badValue),
    { maxKeys: 4 },
  )
  return fc
    .record({
      method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'POST', 'PATCH', 'DELETE', 'PUT'),
      query: fc.array(pair, { maxLength: 4 }),
      body: fc.oneof(row, fc.array(row, { maxLength: 3 })).map((value) => JSON.stringify(value)),
    })
    .map(({ method, query, body }) => {
      const text = query.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')
      const carries = method === 'POST' || method === 'PATCH' || method === 'PUT'
      return {
        method,
        path: text === '' ? path : `${path}?${text}`,
        body: carries ? body : null,
        headers: carries ? { 'content-type': 'application/json' } : {},
      }
    })
}
