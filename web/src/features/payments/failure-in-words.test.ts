import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import failures from '#i18n/pt/failures.json' with { type: 'json' }
import refusals from '#i18n/pt/refusals.json' with { type: 'json' }
import { failureInWords } from './failure-in-words.ts'

const words = createInstance()
await words.init({ lng: 'pt', resources: { pt: { failures, refusals } } })
const t = words.getFixedT<['failures', 'refusals']>('pt', ['failures', 'refusals'])

test.each([
  ['the code was not paid', 'O código PIX não foi pago.'],
  ['bid_amount_taken', 'Já existe um lance com este valor. Escolha outro valor.'],
  ['Your card has expired.', null],
  ['NoSuchUnit(1)', null],
])('%s', (failure, said) => {
  expect(failureInWords(t, failure)).toBe(said)
})
