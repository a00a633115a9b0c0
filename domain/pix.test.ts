import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pixFee } from './fee.ts'
import { MAX_CENTAVOS } from './money.ts'
import { fromValor, paymentUidOf, toValor, txidOf } from './pix.ts'

test('every payment has a charge of its own name, and is found again by it', () => {
  fc.assert(
    fc.property(fc.uuid(), (uid) => {
      expect(txidOf(uid)).toMatch(/^[a-zA-Z0-9]{26,35}$/)
      expect(paymentUidOf(txidOf(uid))).toBe(uid)
    }),
  )
})

test.each(['', 'abc', '***', `${'0'.repeat(31)}g`, '0'.repeat(33)])('%j names no payment', (txid) => {
  expect(paymentUidOf(txid)).toBeNull()
})

test('an amount survives its way to the network and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MAX_CENTAVOS }), (centavos) => {
      expect(fromValor(toValor(centavos))).toBe(centavos)
    }),
  )
  expect(toValor(5)).toBe('0.05')
})

test.each(['', '10', '10.1', '10,10', '-1.00', '0.00', '1e3', ' 1.00', '1.000', '10000000000.00'])(
  '%j is no amount',
  (valor) => {
    expect(fromValor(valor)).toBeNull()
  },
)

test.each([
  [100, 1],
  [50, 0],
  [51, 1],
  [2000, 20],
  [10_000, 99],
  [12_345, 122],
  [MAX_CENTAVOS, 990_000],
])('PIX of %i centavos costs %i', (amount, fee) => {
  expect(pixFee(amount)).toBe(fee)
})
