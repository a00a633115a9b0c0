import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseFilter, passes } from './filter.ts'

describe('parsing', () => {
  test.each([
    ['user_id=eq.abc', { column: 'user_id', operator: 'eq', values: ['abc'] }],
    ['amount=gte.10', { column: 'amount', operator: 'gte', values: ['10'] }],
    ['note=eq.a.b=c', { column: 'note', operator: 'eq', values: ['a.b=c'] }],
    ['note=eq.', { column: 'note', operator: 'eq', values: [''] }],
    ['status=in.(a, "b",c)', { column: 'status', operator: 'in', values: ['a', 'b', 'c'] }],
  ])('%s', (text, expected) => {
    expect(parseFilter(text)).toEqual(expected)
  })

  test.each([
    '',
    'user_id',
    'user_id=',
    'user_id=eq',
    '=eq.1',
    'a b=eq.1',
    'id=like.x',
    'id=constructor.x',
    'id=in.1,2',
    `id=in.(${Array(101).fill('1').join(',')})`,
  ])('%s is no filter', (text) => {
    expect(parseFilter(text)).toBeNull()
  })

  test('whatever it is given, it answers', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(parseFilter(text)).toBeOneOf([null, expect.objectContaining({ column: expect.any(String) })])
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
  ])('%s on %j: %s', (text, row, expected) => {
    const filter = parseFilter(text)
    expect(filter && passes(filter, row)).toBe(expected)
  })
})
