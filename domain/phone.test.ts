import { describe, expect, test } from 'vitest'
import { formatPhone, isPhone, normalisePhone } from './phone.ts'

describe('isPhone', () => {
  test('accepts what the mask writes', () => {
    expect(isPhone('+55 (11) 9 8765-4321')).toBe(true)
  })

  test.each([
    '',
    '+55',
    '+55 (11) 8 8765-4321',
    '+55 (01) 9 8765-4321',
    '+55 (11) 9 8765-432',
    '+1 (11) 9 8765-4321',
  ])('refuses %j', (text) => {
    expect(isPhone(text)).toBe(false)
  })
})

test('what is stored and what is shown are the same number', () => {
  expect(normalisePhone('+55 (11) 9 8765-4321')).toBe('+5511987654321')
  expect(formatPhone('+5511987654321')).toBe('+55 (11) 9 8765-4321')
  expect(formatPhone('unknown')).toBe('unknown')
})
