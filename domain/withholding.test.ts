import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTaxDocument, netOf, withheldOf } from './withholding.ts'

test('each tax is rounded by itself, half a centavo up', () => {
  expect(withheldOf(1050, { irrf: 150, iss: 500, inss: 1100 })).toEqual({ irrf: 16, iss: 53, inss: 116 })
  expect(netOf(1050, { irrf: 150, iss: 500, inss: 1100 })).toBe(865)
  expect(withheldOf(100, { irrf: 0, iss: 0, inss: 0 })).toEqual({ irrf: 0, iss: 0, inss: 0 })
})

test('what is withheld and what is paid make up the payout', () => {
  const rate = fc.integer({ min: 0, max: 3333 })
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 100_000_000 }), rate, rate, rate, (amount, irrf, iss, inss) => {
      const taxes = withheldOf(amount, { irrf, iss, inss })
      expect(netOf(amount, { irrf, iss, inss }) + taxes.irrf + taxes.iss + taxes.inss).toBe(amount)
    }),
  )
})

test.each([
  ['11144477735', true],
  ['11222333000181', true],
  ['11144477734', false],
  ['12ABC34501DE35', true],
  ['12abc34501de35', false],
  ['12ABC34501DE36', false],
  ['', false],
])('%s is a document: %s', (text, is) => expect(isTaxDocument(text)).toBe(is))
