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
      tx: null,
    })
    expect(preferenceApplied(preferences, ['count', 'return'])).toBe('return=representation, count=exact')
    expect(preferenceApplied(preferences, ['tx'])).toBeNull()
  })

  test.each(['x', 'return=nothing', 'constructor=1', 'timezone=No/Where', 'count'])(
    '%s is not known',
    (wish) => {
      expect(() => parsePrefer(`handling=strict, ${wish}`)).toThrow(
        'Invalid preferences given with handling=strict',
      )
      expect(() => parsePrefer(wish)).not.toThrow()
    },
  )

  test('only a strict caller is held to the most rows', () => {
    expect(parsePrefer('max-affected=1').maxAffected).toBeNull()
    expect(parsePrefer('max-affected=1, handling=strict').maxAffected).toBe(1)
  })

  test('the end of a transaction is the caller’s choice only where the door permits it', () => {
    expect(parsePrefer('tx=rollback', true).tx).toBe('rollback')
    expect(parsePrefer('tx=rollback').tx).toBeNull()
  })
})
