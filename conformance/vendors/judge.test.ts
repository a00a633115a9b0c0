/** The judge itself: it refuses what a description does not have. What the product says is judged wherever tests use the emulators. */
import { expect, test } from 'vitest'
import { faultsOf, judgedAmong } from './judge.ts'

const charge = (change: object = {}) => ({
  calendario: { criacao: '2026-09-09T20:15:00.358Z', expiracao: 600 },
  txid: '7978c0c97ea847e78e8849634473c1f1',
  revisao: 0,
  status: 'ATIVA',
  valor: { original: '21.19' },
  chave: 'pix@tune.test',
  ...change,
})
const asked = { calendario: { expiracao: 600 }, valor: { original: '21.19' }, chave: 'pix@tune.test' }
const exchange = (body: object, answer: object, status = 201) => ({
  method: 'PUT',
  path: '/pix/v2/cob/7978c0c97ea847e78e8849634473c1f1',
  type: 'application/json',
  body: JSON.stringify(body),
  answer: { status, body: JSON.stringify(answer) },
})

test('what fits is well', () => {
  const said = [exchange(asked, charge())]
  expect(judgedAmong(said)).toBe(1)
  expect(faultsOf(said)).toEqual([])
})

test.each([
  ['an amount that is a number', exchange({ ...asked, valor: { original: 2119 } }, charge())],
  ['a state that there is not', exchange(asked, charge({ status: 'PAGA' }))],
  ['an answer without its amount', exchange(asked, charge({ valor: {} }))],
  ['a status that is not described', exchange(asked, charge(), 202)],
  [
    'an event without its type',
    {
      method: 'POST',
      path: '/webhooks/stripe',
      type: '',
      body: '{"data":{"object":{"object":"refund"}}}',
      answer: null,
    },
  ],
  [
    'a parameter that Stripe does not know',
    {
      method: 'POST',
      path: '/stripe/v1/refunds',
      type: 'application/x-www-form-urlencoded',
      body: 'payment_intent=pi_1&amont=100',
      answer: { status: 200, body: '{}' },
    },
  ],
])('%s is told', (_name, said) => {
  expect(faultsOf([said]).length).toBeGreaterThan(0)
})
