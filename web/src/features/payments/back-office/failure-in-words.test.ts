import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import payments from '#i18n/pt/payments-back-office.json' with { type: 'json' }
import refusals from '#i18n/pt/refusals.json' with { type: 'json' }
import { failureInWords } from './failure-in-words.ts'

const words = createInstance()
await words.init({ lng: 'pt', resources: { pt: { 'payments-back-office': payments, refusals } } })
const t = words.getFixedT<['payments-back-office', 'refusals']>('pt', ['payments-back-office', 'refusals'])

test.each([
  ['the code was not paid', 'O código PIX não foi pago.'],
  ['bid_amount_taken', 'Já existe um lance com este valor. Escolha outro valor.'],
  ['Your card has expired.', 'Your card has expired.'],
  ['NoSuchUnit(1)', 'NoSuchUnit(1)'],
])('%s', (failure, said) => {
  expect(failureInWords(t, failure)).toBe(said)
})
