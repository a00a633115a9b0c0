/** The card emulator with the official Stripe client on one side and a webhook endpoint on the other. */
import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import { freePort, type RunningEmulator, startEmulator } from '../testing.ts'
import { createCards } from './cards.ts'

const WEBHOOK_SECRET = 'whsec_test_secret'
export const SECRET_KEY = 'sk_test_emulator'
export const PUBLISHABLE_KEY = 'pk_test_emulator'

/** The official client, with Stripe's origin replaced by the emulator's. */
export function stripeClient(origin: string, key = SECRET_KEY, maxNetworkRetries = 0): Stripe {
  const toEmulator = (input: string | URL | Request, init?: RequestInit) => {
    const url = String(input instanceof Request ? input.url : input)
    return fetch(url.replace('https://api.stripe.com', `${origin}/stripe`), init)
  }
  return new Stripe(key, {
    httpClient: Stripe.createFetchHttpClient(toEmulator),
    maxNetworkRetries,
    telemetry: false,
  })
}

/** Starts the card emulator, sending webhooks to `webhookUrl` (by default to a port where nobody listens). */
export async function startCards(
  webhookUrl = 'http://127.0.0.1:1/',
  kept?: { dataDir: string },
): Promise<RunningEmulator> {
  const webhook = { url: webhookUrl, secret: WEBHOOK_SECRET }
  return startEmulator('/stripe', (place) => createCards({ ...place, webhook }), kept)
}

/** Posts JSON to the control door and answers its JSON. */
export async function control(origin: string, path: string, body: unknown = {}): Promise<unknown> {
  const response = await fetch(`${origin}/stripe/_control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

export type WebhookEndpoint = {
  url: string
  /** Verified events in the order of arrival. */
  received: Stripe.Event[]
  /** The status it answers with; change it to refuse deliveries. */
  status: number
  /** Waits until an event of this type has come. */
  waitFor(type: string, count?: number): Promise<Stripe.Event>
  close(): Promise<void>
}

/** An endpoint that verifies signatures with the official library. */
export async function startWebhookEndpoint(): Promise<WebhookEndpoint> {
  const { webhooks } = stripeClient('http://127.0.0.1:1')
  const port = await freePort()
  const endpoint: WebhookEndpoint = {
    url: `http://127.0.0.1:${port}/webhooks/stripe`,
    received: [],
    status: 200,
    async waitFor(type, count = 1) {
      for (let attempt = 0; attempt < 400; attempt++) {
        const found = endpoint.received.filter((event) => event.type === type)
        if (found.length >= count && found[0] !== undefined) return found[0]
        await sleep(25)
      }
      throw new Error(`No ${type} among: ${endpoint.received.map((event) => event.type).join(', ')}`)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (endpoint.status === 200) {
      const signature = request.headers['stripe-signature'] ?? ''
      endpoint.received.push(webhooks.constructEvent(Buffer.concat(chunks), signature, WEBHOOK_SECRET))
    }
    response.writeHead(endpoint.status).end()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return endpoint
}
