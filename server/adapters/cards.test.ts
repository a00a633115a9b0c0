import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { readEnv } from '../env.ts'
import { TEST_ENV } from '../testing/market.ts'
import { createCardProcessor } from './cards.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** A processor that answers everything with `status` and an error of Stripe's `type`. */
async function chargeAgainst(status: number, type: string) {
  const server = createServer((_request, response) => {
    // The SDK asks again where the answer says that this may help; one answer is enough here.
    response.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' })
    response.end(JSON.stringify({ error: { type, message: 'no' } }))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const cards = createCardProcessor(
    readEnv({ ...TEST_ENV, DATABASE_URL: 'postgres://x/y', STRIPE_API_URL: url }),
  )
  return cards.charge({
    paymentUid: 'p',
    total: 100,
    paymentMethodId: 'pm_1',
    email: 'a@b.c',
    description: 'd',
  })
}

test('a card the bank refuses is declined, and so is a request the processor cannot carry out', async () => {
  const declined = { kind: 'declined', intentId: null, reason: 'declined', message: 'no' }
  expect(await chargeAgainst(402, 'card_error')).toEqual(declined)
  expect(await chargeAgainst(400, 'invalid_request_error')).toEqual(declined)
})

test('while the same charge is under way elsewhere nothing is known, least of all that it failed', async () => {
  await expect(chargeAgainst(409, 'invalid_request_error')).rejects.toThrow('no')
})
