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

const asks = (path: string, answer: object = {}, status = 200) => ({
  method: 'GET',
  path,
  type: '',
  body: '',
  answer: { status, body: JSON.stringify(answer) },
})
const PERIOD = '/pix/v2/pix?inicio=2026-01-01T00:00:00Z&fim=2026-01-02T00:00:00Z&paginacao.paginaAtual=0'
const listed = {
  parametros: {
    inicio: '2026-01-01T00:00:00Z',
    fim: '2026-01-02T00:00:00Z',
    paginacao: { paginaAtual: 0, itensPorPagina: 100, quantidadeDePaginas: 1, quantidadeTotalDeItens: 0 },
  },
  pix: [],
}
const RECEIVED = '/pix/v2/pix/E12345678202009091221abcdef12345'
const received = {
  endToEndId: 'E12345678202009091221abcdef12345',
  valor: '110.00',
  horario: '2026-09-09T20:15:00.358Z',
  devolucoes: [
    {
      id: '123ABC',
      rtrId: 'D12345678202009091221abcdef12345',
      valor: '10.00',
      horario: { solicitacao: '2026-09-09T20:15:00.358Z' },
      status: 'DEVOLVIDO',
    },
  ],
}
const refusal = {
  type: 'https://pix.bcb.gov.br/api/v2/error/AcessoNegado',
  title: 'AcessoNegado',
  status: 403,
}

test('what fits is well', () => {
  const said = [
    exchange(asked, charge()),
    asks(PERIOD, listed),
    asks(RECEIVED, received),
    exchange(asked, refusal, 403),
  ]
  expect(judgedAmong(said)).toBe(4)
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
  ['a call that is in no description', asks('/stripe/v1/customers')],
  ['a call of another version', asks('/pix/v1/cob/7978c0c97ea847e78e8849634473c1f1')],
  ['a parameter that its address does not have', asks('/stripe/v1/refunds?limits=1')],
  ['a parameter of another kind', asks('/stripe/v1/refunds?limit=many')],
  ['an address without a parameter that it needs', asks('/pix/v2/pix?inicio=2026-01-01T00:00:00Z', listed)],
  ['a list of no page', asks(PERIOD, { ...listed, parametros: { ...listed.parametros, paginacao: {} } })],
  ['a received payment whose return has no name', asks(RECEIVED, { ...received, devolucoes: [{ id: '1' }] })],
  ['a received payment that is not found, in other words', asks(RECEIVED, { erro: 'não' }, 404)],
  ['a refusal in other words than described', exchange(asked, { erro: 'não' }, 403)],
  ['a refusal of Stripe without its error', asks('/stripe/v1/refunds', { message: 'no' }, 400)],
])('%s is told', (_name, said) => {
  expect(faultsOf([said]).length).toBeGreaterThan(0)
})

test('a token, and what an emulator has aside, is nobody’s description', () => {
  expect(faultsOf([asks('/pix/oauth/token'), asks('/pix/v3/gn/pix/1'), asks('/mail/messages')])).toEqual([])
})
