import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RestError } from './errors.ts'
import { parseFilter, parseLogic } from './parse-filter.ts'

const condition = (column: string, operator: string, value: unknown, more = {}) => ({
  kind: 'condition',
  column,
  path: [],
  negated: false,
  operator,
  value,
  ...more,
})

describe('filters', () => {
  test.each([
    ['id', 'eq.1', condition('id', 'eq', '1')],
    ['id', 'not.eq.1', condition('id', 'eq', '1', { negated: true })],
    ['id', 'gte.1', condition('id', 'gte', '1')],
    ['id', 'is.null', condition('id', 'is', 'null')],
    ['id', 'eq.', condition('id', 'eq', '')],
    ['name', 'eq.a.b,(c)"d"', condition('name', 'eq', 'a.b,(c)"d"')],
    ['name', 'in.(1,"a,b","c\\"d")', condition('name', 'in', ['1', 'a,b', 'c"d'])],
    ['name', 'in.()', condition('name', 'in', [])],
    ['"odd name"', 'eq.1', condition('odd name', 'eq', '1')],
    ['a b', 'eq.1', condition('a b', 'eq', '1')],
    ['meta->>lang', 'eq.pt', condition('meta', 'eq', 'pt', { path: [{ arrow: '->>', key: 'lang' }] })],
  ])('%s=%s', (name, text, expected) => {
    expect(parseFilter(name, text)).toEqual(expected)
  })

  test.each([
    ['id', '1'],
    ['id', 'equals.1'],
    ['id', 'constructor.1'],
    ['id', 'match.^a'],
    ['id', 'isdistinct.1'],
    ['a', 'like(any).{x*,y*}'],
    ['a', 'fts(french).chat'],
    ['a', 'adj.[2,3)'],
    ['id', 'in.1,2'],
    ['id', 'in.(1'],
    ['id', 'in.(1)x'],
    ['', 'eq.1'],
    ['id;', 'eq.1'],
  ])('%s=%s is refused', (name, text) => {
    expect(() => parseFilter(name, text)).toThrow(RestError)
  })
})

describe('logic', () => {
  test('nests, negates and quotes', () => {
    const text = '(a.eq.1,not.and(b.gt.2,c.in.(1,2)),or(d.is.null,e.eq."x,y)"))'
    expect(parseLogic('or', true, text)).toEqual({
      kind: 'or',
      negated: true,
      parts: [
        condition('a', 'eq', '1'),
        {
          kind: 'and',
          negated: true,
          parts: [condition('b', 'gt', '2'), condition('c', 'in', ['1', '2'])],
        },
        {
          kind: 'or',
          negated: false,
          parts: [condition('d', 'is', 'null'), condition('e', 'eq', 'x,y)')],
        },
      ],
    })
  })

  test.each(['', '()', '(a)', '(a.eq.1', 'a.eq.1', '(and)', '(a.eq.1,)'])('%s is refused', (text) => {
    expect(() => parseLogic('and', false, text)).toThrow(RestError)
  })

  test('whatever comes is read or refused', () => {
    const piece = fc.constantFrom(
      'a',
      '.eq.',
      'not.',
      'in.',
      'and(',
      'or(',
      '(',
      ')',
      ',',
      '"',
      '\\',
      '->',
      '\0',
      '1',
    )
    const noise = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((all) => all.join('')),
    )
    const attempt = (read: () => unknown) => {
      try {
        read()
      } catch (fault) {
        expect(fault).toBeInstanceOf(RestError)
      }
    }
    fc.assert(
      fc.property(noise, noise, (name, text) => {
        attempt(() => parseFilter(name, text))
        attempt(() => parseLogic('or', false, text))
        attempt(() => parseLogic('or', false, `(${text})`))
      }),
      { numRuns: 2000 },
    )
  })
})
