import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cnpjCheckDigits, isCnpj } from './cnpj.ts'
import { fittingPixKeyTypes, formatPixKey, normalisePixKey, PIX_KEY_TYPES, pixKeyTypeOf } from './pix-key.ts'

const digit = fc.integer({ min: 0, max: 9 }).map(String)
const digits = (length: number) =>
  fc.array(digit, { minLength: length, maxLength: length }).map((all) => all.join(''))
const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const cnpj = fc
  .array(character, { minLength: 12, maxLength: 12 })
  .map((all) => all.join(''))
  .map((base) => base + cnpjCheckDigits(base))
  .filter((text) => !/^(.)\1+$/.test(text))

describe('a PIX key', () => {
  test.each([
    ['cpf', '529.982.247-25', '52998224725'],
    ['cpf', ' 52998224725 ', '52998224725'],
    ['cnpj', '12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['cnpj', '12abc34501de35', '12ABC34501DE35'],
    ['cnpj', '11.222.333/0001-81', '11222333000181'],
    ['phone', '+55 (11) 9 8765-4321', '+5511987654321'],
    ['phone', '11987654321', '+5511987654321'],
    ['phone', '5511987654321', '+5511987654321'],
    // Santa Maria's area code (55) equals the country code.
    ['phone', '55987654321', '+5555987654321'],
    ['email', ' Ana@Exemplo.com.br ', 'ana@exemplo.com.br'],
    ['random', '123E4567-E89B-12D3-A456-426614174000', '123e4567-e89b-12d3-a456-426614174000'],
    ['random', '123e4567e89b12d3a456426614174000', '123e4567-e89b-12d3-a456-426614174000'],
  ] as const)('%s: %s is kept as %s', (type, text, key) => expect(normalisePixKey(type, text)).toBe(key))

  test.each([
    ['cpf', '52998224724'],
    ['cpf', '11111111111'],
    ['cpf', '5299822472'],
    ['cpf', '52998224725x'],
    ['cpf', '11222333000181'],
    ['cnpj', '12ABC34501DE36'],
    ['cnpj', '00000000000000'],
    ['cnpj', '12ABC34501DEA5'],
    ['cnpj', '52998224725'],
    ['phone', '1187654321'],
    ['phone', '+55 (11) 8 8765-4321'],
    ['phone', '+55 (10) 9 8765-4321'],
    ['phone', '+1 (11) 9 8765-4321'],
    ['email', 'ana@'],
    ['email', '😀@tune.com'],
    ['email', 'joão@tune.com'],
    ['email', `${'a'.repeat(70)}@tune.com`],
    ['random', '123e4567-e89b-12d3-a456-42661417400g'],
  ] as const)('%s: %s is none', (type, text) => expect(normalisePixKey(type, text)).toBeNull())

  test('is taken for what its owner says it is, also where it could be two things', () => {
    expect(normalisePixKey('cpf', '11912345684')).toBe('11912345684')
    expect(normalisePixKey('phone', '11912345684')).toBe('+5511912345684')
  })

  test.each([
    ['ana@exemplo.com.br', null, 'email'],
    ['ana@exemplo.com.br', 'cpf', 'email'],
    ['123e4567-e89b-12d3-a456-426614174000', 'phone', 'random'],
    ['11222333000181', null, 'cnpj'],
    ['11987654321', null, 'phone'],
    ['111.444.777-35', null, 'cpf'],
    // CPF and phone: what its owner says, and nothing where they have not said it.
    ['11912345684', null, null],
    ['11912345684', 'cpf', 'cpf'],
    ['11912345684', 'phone', 'phone'],
    ['11912345684', 'email', null],
    ['119.123.456-84', null, 'cpf'],
    ['(11) 9 1234-5684', null, 'phone'],
    // A slip in a CPF is not its neighbour's phone.
    ['11912345685', 'cpf', 'cpf'],
    ['11912345685', 'email', 'phone'],
    ['ana', null, null],
    ['ana', 'cpf', 'cpf'],
    ['', 'random', 'random'],
  ] as const)('%j, said to be %s, is seen as %s', (text, chosen, seen) =>
    expect(pixKeyTypeOf(text, chosen)).toBe(seen),
  )

  test('of which several kinds fit is a CPF and a phone', () =>
    fc.assert(
      fc.property(fc.oneof(digits(11), digits(14), cnpj, fc.string()), (text) => {
        const fitting = fittingPixKeyTypes(text)
        if (fitting.length > 1) expect(fitting).toEqual(['cpf', 'phone'])
      }),
    ))

  test('in its normal form, or as people read it, is the same key', () =>
    fc.assert(
      fc.property(fc.constantFrom(...PIX_KEY_TYPES), fc.oneof(cnpj, digits(11), fc.uuid()), (type, text) => {
        const key = normalisePixKey(type, text)
        if (key === null) return
        expect(normalisePixKey(type, key)).toBe(key)
        expect(normalisePixKey(type, formatPixKey(type, key))).toBe(key)
      }),
    ))

  test('a CNPJ with another check digit is none', () =>
    fc.assert(
      fc.property(cnpj, fc.constantFrom(12, 13), fc.integer({ min: 1, max: 9 }), (text, place, more) => {
        expect(isCnpj(text)).toBe(true)
        const wrong = String((Number(text[place]) + more) % 10)
        expect(isCnpj(text.slice(0, place) + wrong + text.slice(place + 1))).toBe(false)
      }),
    ))
})
