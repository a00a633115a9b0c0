import { expect, test } from 'vitest'
import { brokenPasswordRules } from './password.ts'

test.each([
  ['', ['length', 'uppercase', 'symbol', 'digit']],
  ['senha', ['length', 'uppercase', 'symbol', 'digit']],
  ['Senha', ['length', 'symbol', 'digit']],
  ['Senha#1', ['length']],
  ['senha#123', ['uppercase']],
  ['Senha1234', ['symbol']],
  ['Senha#abc', ['digit']],
  ['Ácida#123', []],
  ['Senha#123', []],
])('%j breaks %j', (password, broken) => {
  expect(brokenPasswordRules(password)).toEqual(broken)
})

test.each([...'!@#$%^&*(),.?":{}|<>'])('%s counts as a symbol', (symbol) => {
  expect(brokenPasswordRules(`Senha123${symbol}`)).toEqual([])
})

test.each([...'-_+=~;/'])('%s is not in the list of symbols', (symbol) => {
  expect(brokenPasswordRules(`Senha123${symbol}`)).toEqual(['symbol'])
})
