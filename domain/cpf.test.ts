import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpfDigits, formatCpf, isCpf } from './cpf.ts'

describe('isCpf', () => {
  test.each(['529.982.247-25', '52998224725', '111.444.777-35', '000.000.001-91'])('accepts %s', (text) => {
    expect(isCpf(text)).toBe(true)
  })

  test.each([
    '',
    '529.982.247-2',
    '529.982.247-26',
    '529.982.247-15',
    '111.111.111-11',
    '00000000000',
    '5299822472500',
  ])('refuses %j', (text) => {
    expect(isCpf(text)).toBe(false)
  })

  test('one changed digit is always noticed', () => {
    const position = fc.integer({ min: 0, max: 10 })
    fc.assert(
      fc.property(position, fc.integer({ min: 1, max: 9 }), (index, step) => {
        const digits = [...'52998224725']
        digits[index] = String((Number(digits[index]) + step) % 10)
        expect(isCpf(digits.join(''))).toBe(false)
      }),
    )
  })
})

test('formatCpf grows with what is typed and cpfDigits takes it back', () => {
  expect(formatCpf('529')).toBe('529')
  expect(formatCpf('5299')).toBe('529.9')
  expect(formatCpf('529982247')).toBe('529.982.247')
  expect(formatCpf('52998224725')).toBe('529.982.247-25')
  expect(cpfDigits(formatCpf('52998224725'))).toBe('52998224725')
})
