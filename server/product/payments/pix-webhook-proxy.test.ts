/** Mutual TLS for PIX webhooks, ended by nginx with the configuration that we ship. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureEngine } from '../../../scripts/engines.ts'
import { type Authority, createAuthority, type Issued } from '../../testing/certificates.ts'
import { createMarket, type Market, TEST_ENV } from '../../testing/market.ts'
import { type Nginx, startNginx } from '../../testing/nginx.ts'
import { pixWebhook } from './pix-webhook.ts'

const SHIPPED = join(import.meta.dirname, '../../../deploy/nginx-pix.conf')
const nginx = ensureEngine('nginx')

let market: Market
let provider: Authority
let front: Nginx
let stop: () => Promise<void>

beforeAll(async () => {
  if (!nginx) return
  market = await createMarket()
  provider = await createAuthority()
  const app = new Hono().on('POST', ['/webhooks/pix', '/webhooks/pix/pix'], ...pixWebhook(market.ctx))
  const door = createAdaptorServer({ fetch: app.fetch }) as Server
  await once(door.listen(0, '127.0.0.1'), 'listening')
  const behind = (door.address() as AddressInfo).port
  const site = await provider.issue('site')
  const probe = await provider.issue('probe')
  const shipped = await readFile(SHIPPED, 'utf8')
  const siteOn = (port: number) =>
    shipped
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replace('127.0.0.1:3000', `127.0.0.1:${behind}`)
      .replace('/etc/tune/pix.example.com.pem', site.cert)
      .replace('/etc/tune/pix.example.com.key', site.key)
      .replace('/etc/tune/pix-provider-ca.pem', provider.ca)
  front = await startNginx(nginx, siteOn, async (port) => (await tell(probe, '/webhooks/pix', port)) !== 0)
  stop = async () => {
    await front.stop()
    door.close()
    await provider.remove()
    await market.close()
  }
})
afterAll(() => stop?.())

/** The status of the provider's test, told with this certificate; 0 when there is no answer. */
function tell(shown: Issued | null, path = '/webhooks/pix', port = front.port): Promise<number> {
  const files = shown ? { cert: readFileSync(shown.cert), key: readFileSync(shown.key) } : {}
  const query = `?hmac=${TEST_ENV.PIX_WEBHOOK_SECRET}&ignorar=/pix`
  const options = { port, host: '127.0.0.1', method: 'POST', path: path + query, agent: false }
  return new Promise((resolve) => {
    const call = request({ ...options, ...files, ca: readFileSync(provider.ca) }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    call.on('error', () => resolve(0))
    call.end('{"evento":"teste_webhook"}')
  })
}

describe.skipIf(!nginx)('in front of the webhook', () => {
  test('the provider’s certificate opens, and with `/pix` behind the path too', async () => {
    const theirs = await provider.issue('provider')
    expect(await tell(theirs)).toBe(200)
    expect(await tell(theirs, '/webhooks/pix/pix')).toBe(200)
  })

  test('without one, with a stranger’s, or elsewhere on that host, nothing does', async () => {
    const others = await createAuthority()
    try {
      expect(await tell(null)).toBe(400)
      expect(await tell(await others.issue('stranger'))).toBe(400)
      expect(await tell(await provider.issue('provider'), '/api/v1/projects')).toBe(404)
    } finally {
      await others.remove()
    }
  })
})
