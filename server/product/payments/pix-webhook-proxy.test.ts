/** Mutual TLS for PIX webhooks, ended by nginx with the configuration that we ship. */
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureEngine } from '../../../scripts/engines.ts'
import { freePort } from '../../../scripts/free-port.ts'
import { leash, release } from '../../../scripts/leash.mjs'
import { type Authority, createAuthority, type Issued } from '../../testing/certificates.ts'
import { createMarket, type Market, TEST_ENV } from '../../testing/market.ts'
import { pixWebhook } from './pix-webhook.ts'

const SHIPPED = join(import.meta.dirname, '../../../deploy/nginx-pix.conf')
const nginx = ensureEngine('nginx')

let market: Market
let provider: Authority
let port: number
let stop: () => Promise<void>

beforeAll(async () => {
  if (!nginx) return
  market = await createMarket()
  provider = await createAuthority()
  const behind = await freePort()
  const app = new Hono().on('POST', ['/webhooks/pix', '/webhooks/pix/pix'], ...pixWebhook(market.ctx))
  const door = serve({ fetch: app.fetch, port: behind, hostname: '127.0.0.1' })
  port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'tune-nginx-'))
  await chmod(folder, 0o755)
  const site = await provider.issue('site')
  const shipped = (await readFile(SHIPPED, 'utf8'))
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('127.0.0.1:3000', `127.0.0.1:${behind}`)
    .replace('/etc/tune/pix.example.com.pem', site.cert)
    .replace('/etc/tune/pix.example.com.key', site.key)
    .replace('/etc/tune/pix-provider-ca.pem', provider.ca)
  const around = `error_log stderr; pid ${folder}/pid; events {} http { client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; ${shipped} }`
  await writeFile(join(folder, 'nginx.conf'), around)
  const child = leash(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'])
  stop = async () => {
    await release(child)
    door.close()
    await rm(folder, { recursive: true })
    await provider.remove()
    await market.close()
  }
  for (let attempt = 0; attempt < 500 && (await tell(await provider.issue('probe'))) === 0; attempt++)
    await sleep(20)
})
afterAll(() => stop?.())

/** The status of the provider's test, told with this certificate; 0 when there is no answer. */
function tell(shown: Issued | null, path = '/webhooks/pix'): Promise<number> {
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
