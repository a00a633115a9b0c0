import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { REALTIME_BUDGET } from './budget.ts'
import { passes } from './filter.ts'
import { parseFilter } from './parse-filter.ts'

/** A filter as `column operator values`. */
const read = (text: string) =>
  parseFilter(text).filter?.map(({ column, operator, values }) => [column, operator, ...values])

describe('parsing', () => {
  test.each([
    ['user_id=eq.abc', [['user_id', 'eq', 'abc']]],
    ['note=eq.a.b=c', [['note', 'eq', 'a.b=c']]],
    ['note=eq.', [['note', 'eq', '']]],
    ['status=in.(a, "b",c)', [['status', 'in', 'a', 'b', 'c']]],
    [
      'id=gt.0,id=lt.100',
      [
        ['id', 'gt', '0'],
        ['id', 'lt', '100'],
      ],
    ],
    [
      'id=in.(1,2,3),details=eq.active',
      [
        ['id', 'in', '1', '2', '3'],
        ['details', 'eq', 'active'],
      ],
    ],
    [
      'a=eq.x),b=eq.y)',
      [
        ['a', 'eq', 'x)'],
        ['b', 'eq', 'y)'],
      ],
    ],
    [`name=neq.a'b`, [['name', 'neq', `a'b`]]],
    [
      'name=eq."a,b",id=gt.0',
      [
        ['name', 'eq', 'a,b'],
        ['id', 'gt', '0'],
      ],
    ],
    [String.raw`name=eq."she said \"hi\""`, [['name', 'eq', 'she said "hi"']]],
    [String.raw`path=eq."C:\\tmp"`, [['path', 'eq', String.raw`C:\tmp`]]],
    ['name=eq.""', [['name', 'eq', '']]],
    ['tags=in.("a,b","c,d")', [['tags', 'in', 'a,b', 'c,d']]],
    ['name=eq."unterminated', [['name', 'eq', '"unterminated']]],
    ['name=eq."ab"cd', [['name', 'eq', '"ab"cd']]],
    [
      'desc=eq.5" tall,id=gt.0',
      [
        ['desc', 'eq', '5" tall'],
        ['id', 'gt', '0'],
      ],
    ],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  test.each(['', '   '])('%j is no condition at all', (text) => {
    expect(parseFilter(text)).toEqual({ filter: null, fault: null })
  })

  test.each([
    'user_id',
    'user_id=',
    'user_id=eq',
    '=eq.1',
    'a b=eq.1',
    'id=gt.0,id=foo.100',
    'id=constructor.x',
    'id=in.1,2',
    'id=in.(1',
    'id=is.null',
    'id=not.eq.1',
    'id=like.a%',
    'id=match.^a',
    'id=isdistinct.1',
    'data->>id=eq.1',
    `id=in.(${Array(REALTIME_BUDGET.listed.limit + 1)
      .fill('1')
      .join(',')})`,
    Array(REALTIME_BUDGET.conditions.limit + 1)
      .fill('id=eq.1')
      .join(','),
  ])('%s is no filter', (text) => {
    expect(parseFilter(text).fault).toContain('Error parsing `filter` params')
  })

  test.each(['id=gt.0,', ',id=gt.0', 'a=eq.1,,b=eq.2'])('%s has empty segments', (text) => {
    expect(parseFilter(text).fault).toContain('empty segments')
  })

  test('whatever it is given, it answers', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { filter, fault } = parseFilter(text)
        expect(filter === null || fault === null).toBe(true)
      }),
    )
  })
})

describe('passing', () => {
  test.each([
    ['n=eq.10', { n: 10 }, true],
    ['n=eq.10.0', { n: 10 }, true],
    ['n=lt.9', { n: 10 }, false],
    ['n=gt.9', { n: 10 }, true],
    ['n=lte.10', { n: 10 }, true],
    ['n=gte.11', { n: 10 }, false],
    ['n=neq.9', { n: 10 }, true],
    ['n=neq.10', { n: 10 }, false],
    ['n=in.(1,10)', { n: 10 }, true],
    ['n=eq.', { n: 0 }, false],
    ['n=neq.ten', { n: 10 }, false],
    ['t=gt.9', { t: '10' }, false],
    ['t=eq.a', { t: 'a' }, true],
    ['t=neq.a', { t: 'b' }, true],
    ['b=eq.true', { b: true }, true],
    ['t=eq.null', { t: null }, false],
    ['t=neq.a', { t: null }, false],
    ['t=neq.a', {}, false],
    ['n=gt.0,n=lt.10', { n: 5 }, true],
    ['n=gt.0,n=lt.10', { n: 50 }, false],
  ])('%s on %j: %s', (text, row, expected) => {
    const { filter } = parseFilter(text)
    expect(filter && passes(filter, row)).toBe(expected)
  })
})
