import { expect, test } from 'vitest'
import { isRateFact, plainFact, sharesIn } from './audit-facts.ts'

test('a CPF is shown as people write it, and everything else as it was recorded', () => {
  expect(plainFact('52998224725')).toBe('529.982.247-25')
  expect(plainFact('12345678901')).toBe('12345678901')
  expect(plainFact('ana@tune.test')).toBe('ana@tune.test')
  expect(plainFact(3)).toBe('3')
})

test('withheld taxes are rates, and a rate is a number', () => {
  expect(['irrf', 'iss', 'inss'].map((tax) => isRateFact(tax, 150))).toEqual([true, true, true])
  expect([isRateFact('amount', 150), isRateFact('iss', '150'), isRateFact('iss', null)]).toEqual([
    false,
    false,
    false,
  ])
})

test('shares are read with their names, the oldest by their identifiers; other lists are none', () => {
  expect(sharesIn([{ artist: 'a1', name: 'Rita', basisPoints: 6000 }])).toEqual([
    { name: 'Rita', basisPoints: 6000 },
  ])
  expect(sharesIn([{ artist: 'a1', basisPoints: 6000 }])).toEqual([{ name: 'a1', basisPoints: 6000 }])
  expect([sharesIn([{ name: 'Rita' }]), sharesIn(['Rita']), sharesIn('Rita'), sharesIn(null)]).toEqual([
    null,
    null,
    null,
    null,
  ])
})
