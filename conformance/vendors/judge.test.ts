/** The judge itself: it refuses what a description does not have. What the product says is judged wherever tests use the emulators. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Stripe from 'stripe'
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

const asks = (path: string, answer: object = {}, status = 200) => ({
  method: 'GET',
  path,
  type: '',
  body: '',
  answer: { status, body: JSON.stringify(answer) },
})
const intent = {
  id: 'pi_1',
  object: 'payment_intent',
  amount: 100,
  capture_method: 'automatic',
  confirmation_method: 'automatic',
  created: 1,
  currency: 'brl',
  livemode: false,
  payment_method_types: ['card'],
  status: 'requires_confirmation',
}
const creates = (body: string) => ({
  method: 'POST',
  path: '/stripe/v1/payment_intents',
  type: 'application/x-www-form-urlencoded',
  body: `amount=100&currency=brl&${body}`,
  answer: { status: 200, body: JSON.stringify(intent) },
})
/** A webhook's object, whole but for what is named. */
const tells = (object: object) => ({
  method: 'POST',
  path: '/webhooks/stripe',
  type: '',
  body: JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'charge.dispute.closed',
    created: 1,
    livemode: false,
    pending_webhooks: 1,
    data: { object },
  }),
  answer: null,
})
const dispute = {
  id: 'du_1',
  object: 'dispute',
  amount: 100,
  balance_transactions: [],
  charge: 'ch_1',
  created: 1,
  currency: 'brl',
  enhanced_eligibility_types: [],
  evidence: {},
  evidence_details: {
    due_by: null,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_submitted',
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  reason: 'fraudulent',
  status: 'appeal_under_review',
}
const PERIOD = '/pix/v2/pix?inicio=2026-01-01T00:00:00Z&fim=2026-01-02T00:00:00Z&paginacao.paginaAtual=0'
const listed = {
  parametros: {
    inicio: '2026-01-01T00:00:00Z',
    fim: '2026-01-02T00:00:00Z',
    paginacao: { paginaAtual: 0, itensPorPagina: 100, quantidadeDePaginas: 1, quantidadeTotalDeItens: 0 },
  },
  pix: [],
}
const refusal = {
  type: 'https://pix.bcb.gov.br/api/v2/error/AcessoNegado',
  title: 'AcessoNegado',
  status: 403,
}

test('what fits is well', () => {
  const said = [exchange(asked, charge()), asks(PERIOD, listed), exchange(asked, refusal, 403)]
  expect(judgedAmong(said)).toBe(3)
  expect(faultsOf(said)).toEqual([])
})

test('Stripe is held against the version that its package pins', () => {
  const { info } = JSON.parse(readFileSync(join(import.meta.dirname, 'stripe.json'), 'utf8'))
  expect(info.version).toBe(Stripe.API_VERSION)
  expect(faultsOf([tells(dispute), creates('allowed_payment_method_types[0]=card')])).toEqual([])
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
  ['a parameter that Stripe has taken away', creates('payment_method_types[0]=card')],
  ['a property that Stripe has taken away', tells({ ...intent, invoice: null })],
  ['a dispute in a state that there is not', tells({ ...dispute, status: 'charge_refunded' })],
  ['a dispute without how it is answered', tells({ ...dispute, intended_submission_method: undefined })],
  ['a call that is in no description', asks('/stripe/v1/customers')],
  ['a call of another version', asks('/pix/v1/cob/7978c0c97ea847e78e8849634473c1f1')],
  ['a parameter that its address does not have', asks('/stripe/v1/refunds?limits=1')],
  ['a parameter of another kind', asks('/stripe/v1/refunds?limit=many')],
  ['an address without a parameter that it needs', asks('/pix/v2/pix?inicio=2026-01-01T00:00:00Z', listed)],
  ['a list of no page', asks(PERIOD, { ...listed, parametros: { ...listed.parametros, paginacao: {} } })],
  ['a refusal in other words than described', exchange(asked, { erro: 'não' }, 403)],
  ['a refusal of Stripe without its error', asks('/stripe/v1/refunds', { message: 'no' }, 400)],
])('%s is told', (_name, said) => {
  expect(faultsOf([said]).length).toBeGreaterThan(0)
})

test('a token, and what an emulator has aside, is nobody’s description', () => {
  expect(faultsOf([asks('/pix/oauth/token'), asks('/pix/v3/gn/pix/1'), asks('/mail/messages')])).toEqual([])
})
