/** A PIX provider of its own for one test file: the emulator, in a process of its own, and a webhook door. */
import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { txidOf } from '#domain/pix.ts'
import { freePort } from '../../scripts/free-port.ts'
import type { ServerContext } from '../context.ts'
import type { PixProvider } from '../platform/adapters/pix.ts'
import { pixWebhook } from '../product/payments/pix-webhook.ts'
import { startEmulators } from './emulators.ts'
import { TEST_ENV } from './market.ts'

/** A provider that has nothing to list. */
export const quietPix = (pix: PixProvider): PixProvider => ({
  ...pix,
  receivedBetween: async () => [],
  paidOutBetween: async () => [],
})

export type PixNetwork = Awaited<ReturnType<typeof startPixNetwork>>

export async function startPixNetwork() {
  const webhookPort = await freePort()
  const emulators = await startEmulators({
    ...TEST_ENV,
    WEBHOOK_PIX_URL: `http://127.0.0.1:${webhookPort}/webhooks/pix?hmac=${TEST_ENV.PIX_WEBHOOK_SECRET}&ignorar=`,
  })
  const url = `${emulators.origin}/pix`
  let door: Server | null = null

  /** Calls the emulator's control interface; resolves with its answer. */
  async function control(path: string, body: unknown): Promise<unknown> {
    const answer = await fetch(`${url}/_control${path}`, { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }

  return {
    url,
    control,
    /** Accepts webhooks. */
    listen(ctx: ServerContext): void {
      const app = new Hono().post('/webhooks/pix', ...pixWebhook(ctx))
      door = serve({ fetch: app.fetch, port: webhookPort, hostname: '127.0.0.1' }) as Server
    },
    /** Pays the charge of a payment, whatever its state. */
    pay: (paymentUid: string, facts: { valor?: string; horario?: string } = {}) =>
      control('/pay', { txid: txidOf(paymentUid), ...facts }) as Promise<{ endToEndId: string }>,
    /** What the payer's bank shows after the button "Pagar" of a charge. */
    payAsPerson: async (paymentUid: string) =>
      (await fetch(`${url}/pagar/${txidOf(paymentUid)}`, { method: 'POST' })).text(),
    async close(): Promise<void> {
      door?.close().closeAllConnections()
      await emulators.close()
    },
  }
}
