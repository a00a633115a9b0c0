import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { readEnv } from '../../env.ts'
import { TEST_ENV } from '../../testing/market.ts'
import { type CardProcessor, createCardProcessor } from './cards.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function processorThat(answers: RequestListener): Promise<CardProcessor> {
  const server = createServer(answers)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return createCardProcessor(readEnv({ ...TEST_ENV, DATABASE_URL: 'postgres://x/y', STRIPE_API_URL: url }))
}

/** A charge by a processor that answers everything with `status` and an error of Stripe's `type`. */
async function chargeAgainst(status: number, type: string, param?: string) {
  const cards = await processorThat((_request, response) => {
    // The SDK retries where the answer says that this may help; one answer is enough here.
    response.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' })
    response.end(JSON.stringify({ error: { type, message: 'no', param } }))
  })
  return cards.charge({
    paymentUid: 'p',
    total: 100,
    paymentMethodId: 'pm_1',
    email: 'a@b.c',
    description: 'd',
  })
}

test('a card the bank refuses is declined, and so is one that the processor does not know', async () => {
  const declined = { kind: 'declined', intentId: null, reason: 'declined', message: 'no' }
  expect(await chargeAgainst(402, 'card_error')).toEqual(declined)
  expect(await chargeAgainst(400, 'invalid_request_error', 'payment_method')).toEqual(declined)
  expect(await chargeAgainst(404, 'invalid_request_error', 'payment_method')).toEqual(declined)
})

test.each([
  ['a key that is wrong', 401, 'invalid_request_error', undefined],
  ['a key that may not do this', 403, 'invalid_request_error', undefined],
  ['an account that may not charge', 400, 'invalid_request_error', undefined],
  ['a parameter of ours', 400, 'invalid_request_error', 'currency'],
])('%s is no decline', async (_name, status, type, param) => {
  const unavailable = { kind: 'unavailable', intentId: null, message: 'no' }
  expect(await chargeAgainst(status, type, param)).toEqual(unavailable)
})

test('a restricted key is a key', () => {
  const settings = { ...TEST_ENV, DATABASE_URL: 'postgres://x/y' }
  expect(readEnv({ ...settings, STRIPE_SECRET_KEY: 'rk_live_1' }).STRIPE_SECRET_KEY).toBe('rk_live_1')
  expect(() => readEnv({ ...settings, STRIPE_SECRET_KEY: 'pk_live_1' })).toThrow('STRIPE_SECRET_KEY')
})

test('while the same charge is under way elsewhere nothing is known, least of all that it failed', async () => {
  await expect(chargeAgainst(409, 'invalid_request_error')).rejects.toThrow('no')
})

test('a refund that was given before is not given again, also when its key is long forgotten', async () => {
  const given: { id: string; status: string; metadata: Record<string, string> }[] = []
  const cards = await processorThat((request, response) => {
    if (request.method === 'POST')
      given.push({ id: `re_${given.length}`, status: 'succeeded', metadata: { refund: 'r' } })
    const body = request.method === 'POST' ? given.at(-1) : { object: 'list', data: given, has_more: false }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  const order = { uid: 'r', intentId: 'pi_1', amount: 100 }
  const done = { providerId: 're_0', status: 'done', failure: null }
  expect([await cards.refund(order), await cards.refund(order)]).toEqual([done, done])
  expect(given.length).toBe(1)
})
