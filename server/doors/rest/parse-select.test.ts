import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BUDGET } from './budget.ts'
import { RestError } from './errors.ts'
import { parseSelect } from './parse-select.ts'

const column = (name: string, more = {}) => ({
  kind: 'column',
  column: name,
  path: [],
  alias: null,
  cast: null,
  ...more,
})
const embed = (relation: string, items: unknown[], more = {}) => ({
  kind: 'embed',
  relation,
  hint: null,
  inner: false,
  alias: null,
  items,
  ...more,
})

describe('select', () => {
  test.each([
    [undefined, [{ kind: 'all' }]],
    ['', []],
    [' id , full name', [column('id'), column('full name')]],
    ['with-hyphen', [column('with-hyphen')]],
    ['a->-1', [column('a', { path: [{ arrow: '->', key: -1 }], alias: 'a' })]],
    ['*', [{ kind: 'all' }]],
    ['id,full_name', [column('id'), column('full_name')]],
    ['nome:full_name', [column('full_name', { alias: 'nome' })]],
    ['id::text', [column('id', { cast: 'text' })]],
    ['n:id::text', [column('id', { alias: 'n', cast: 'text' })]],
    ['"odd, name"', [column('odd, name')]],
    ['ação', [column('ação')]],
    [
      'a->b->>c',
      [
        column('a', {
          path: [
            { arrow: '->', key: 'b' },
            { arrow: '->>', key: 'c' },
          ],
          alias: 'c',
        }),
      ],
    ],
    ['*,users(id)', [{ kind: 'all' }, embed('users', [column('id')])]],
    ['users!inner(id)', [embed('users', [column('id')], { inner: true })]],
    ['users!left(id)', [embed('users', [column('id')])]],
    [
      'u:users!user_id!inner(*)',
      [embed('users', [{ kind: 'all' }], { alias: 'u', hint: 'user_id', inner: true })],
    ],
    ['users()', [embed('users', [])]],
    ['a(b(c))', [embed('a', [embed('b', [column('c')])])]],
  ])('%s', (text, expected) => {
    expect(parseSelect(text)).toEqual(expected)
  })

  test.each([
    'id,',
    ',id',
    'id,(',
    'a(',
    'a(b',
    'a(b))',
    'a!inner',
    'a:',
    'a::',
    '"a',
    'a;b',
    'a.total()',
    'count()',
    'n:amount::int.sum()::text',
    '...users(id)',
    '...a',
    'a->',
    "a'b",
  ])('%s is refused', (text) => {
    expect(() => parseSelect(text)).toThrow(RestError)
  })

  test('nests as deep as the budget allows, and no deeper', () => {
    const nested = (depth: number) => `${'a('.repeat(depth)}id${')'.repeat(depth)}`
    expect(parseSelect(nested(BUDGET.embedDepth.limit))).toHaveLength(1)
    expect(() => parseSelect(nested(BUDGET.embedDepth.limit + 1))).toThrow(RestError)
  })

  test('whatever comes is read or refused', () => {
    const piece = fc.constantFrom(
      'a',
      '"',
      '(',
      ')',
      ',',
      ':',
      '::',
      '!',
      '->',
      '->>',
      '*',
      '\\',
      '\0',
      'ç',
      ' ',
    )
    const noise = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(noise, (text) => {
        try {
          parseSelect(text)
        } catch (fault) {
          expect(fault).toBeInstanceOf(RestError)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
