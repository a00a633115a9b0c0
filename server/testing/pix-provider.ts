/** A PIX provider of its own for one test file: the emulated one, in a process of its own, and a door for its webhooks. */
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { txidOf } from '#domain/pix.ts'
import { freePort } from '../../scripts/free-port.ts'
import { leash, release } from '../../scripts/leash.ts'
import type { ServerContext } from '../context.ts'
import { pixWebhook } from '../webhooks/pix.ts'
import { TEST_ENV } from './market.ts'

const MAIN = join(import.meta.dirname, '../../emulators/main.ts')

export type PixNetwork = Awaited<ReturnType<typeof startPixNetwork>>

export async function startPixNetwork() {
  const dataDir = await mkdtemp(join(tmpdir(), 'tune-pix-'))
  const [port, smtpPort, webhookPort] = [await freePort(), await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}/pix`
  const child = leash(process.execPath, [MAIN], {
    env: {
      ...process.env,
      ...TEST_ENV,
      PORT: String(port),
      SMTP_PORT: String(smtpPort),
      DATA_DIR: dataDir,
      WEBHOOK_PIX_URL: `http://127.0.0.1:${webhookPort}/webhooks/pix`,
    },
  })
  let door: Server | null = null
  const up = () =>
    fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
  for (let attempt = 0; attempt < 200 && !(await up()); attempt++) await sleep(50)

  /** Tells the side door; resolves with its answer. */
  async function control(path: string, body: unknown): Promise<unknown> {
    const answer = await fetch(`${url}/_control${path}`, { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }

  return {
    url,
    control,
    /** Lets webhooks in. */
    listen(ctx: ServerContext): void {
      const app = new Hono().post('/webhooks/pix', ...pixWebhook(ctx))
      door = serve({ fetch: app.fetch, port: webhookPort, hostname: '127.0.0.1' }) as Server
    },
    /** Money for the charge of a payment, whatever its state. */
    pay: (paymentUid: string, facts: { valor?: string; horario?: string } = {}) =>
      control('/pay', { txid: txidOf(paymentUid), ...facts }) as Promise<{ endToEndId: string }>,
    /** What the payer's bank shows after the button "Pagar" of a charge. */
    payAsPerson: async (paymentUid: string) =>
      (await fetch(`${url}/pagar/${txidOf(paymentUid)}`, { method: 'POST' })).text(),
    async close(): Promise<void> {
      door?.close().closeAllConnections()
      await release(child)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
