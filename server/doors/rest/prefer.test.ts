import { describe, expect, test } from 'vitest'
import { parsePrefer, preferenceApplied } from './prefer.ts'

describe('preferences', () => {
  test('what is known is applied, the rest ignored', () => {
    expect(parsePrefer(undefined)).toMatchObject({ return: null, count: null, resolution: null })
    const preferences = parsePrefer(
      'return=representation,count=exact, resolution=merge-duplicates, tx=rollback, return=minimal, x=1',
    )
    expect(preferences).toMatchObject({
      return: 'representation',
      count: 'exact',
      resolution: 'merge-duplicates',
    })
    expect(preferenceApplied(preferences, ['count', 'return'])).toBe('return=representation, count=exact')
    expect(preferenceApplied(preferences, ['missing'])).toBeNull()
  })

  test.each(['x', 'return=nothing', 'constructor=1', 'count'])('%s is not known', (wish) => {
    expect(() => parsePrefer(`handling=strict, ${wish}`)).toThrow(
      'Invalid preferences given with handling=strict',
    )
    expect(() => parsePrefer(wish)).not.toThrow()
  })

  test.each(['max-affected=1', 'timezone=America/Recife', 'return=headers-only', 'count=planned'])(
    '%s is not offered, and would change the answer: it is refused',
    (wish) => {
      expect(() => parsePrefer(wish)).toThrow('Invalid preferences')
    },
  )
})
