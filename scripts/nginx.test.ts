// @module-tag release
/** deploy/nginx.conf, with nginx itself: websockets, whole bodies, the caller's address, and a process that is not there. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type Authority, createAuthority } from '#server/testing/certificates.ts'
import { type Nginx, startNginx } from '#server/testing/nginx.ts'
import { ensureEngine } from './engines.ts'
import { freePort } from './free-port.ts'

const SHIPPED = join(import.meta.dirname, '../deploy/nginx.conf')
const nginx = ensureEngine('nginx')

let authority: Authority
let front: Nginx
let stop: () => Promise<void>

beforeAll(async () => {
  if (!nginx) return
  authority = await createAuthority()
  const behind = createServer(async (asked, answer) => {
    const { bytes } = await read(asked)
    answer.end(JSON.stringify({ bytes, from: asked.headers['x-forwarded-for'], url: asked.url }))
  })
  const sockets = new WebSocketServer({ server: behind })
  sockets.on('connection', (socket) => socket.on('message', (said) => socket.send(said)))
  await once(behind.listen(0, '127.0.0.1'), 'listening')
  const living = (behind.address() as AddressInfo).port
  const site = await authority.issue('site')
  const shipped = await readFile(SHIPPED, 'utf8')
  const siteOn = async (port: number) => {
    const [plain, dead] = [await freePort(), await freePort()]
    // Of the two processes of each role, one is not there.
    return shipped
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replace(/127\.0\.0\.1:30[01]1/g, `127.0.0.1:${dead}`)
      .replace(/127\.0\.0\.1:30[01]2/g, `127.0.0.1:${living}`)
      .replace('/etc/tune/site.pem', site.cert)
      .replace('/etc/tune/site.key', site.key)
  }
  front = await startNginx(nginx, siteOn, async (port) => (await ask('/', '', {}, port)).status !== 0)
  stop = async () => {
    await front.stop()
    sockets.close()
    behind.close().closeAllConnections()
    await authority.remove()
  }
})
afterAll(() => stop?.())

async function read(from: IncomingMessage): Promise<{ bytes: number; text: string }> {
  const parts: Buffer[] = []
  for await (const part of from) parts.push(part as Buffer)
  const whole = Buffer.concat(parts)
  return { bytes: whole.length, text: whole.toString() }
}

function ask(
  path: string,
  body = '',
  headers = {},
  port = front.port,
): Promise<{ status: number; text: string }> {
  const method = body ? 'POST' : 'GET'
  return new Promise((resolve) => {
    const ca = readFileSync(authority.ca)
    const call = request(
      { port, host: '127.0.0.1', path, method, headers, ca, agent: false },
      async (answer) => resolve({ status: answer.statusCode ?? 0, text: (await read(answer)).text }),
    )
    call.on('error', () => resolve({ status: 0, text: '' }))
    call.end(body)
  })
}

describe.skipIf(!nginx)('nginx in front of the site', () => {
  test('asks the other process, each time, when one is not there: also what is not asked twice', async () => {
    for (let count = 0; count < 20; count++) {
      expect((await ask('/config.json')).status).toBe(200)
      expect((await ask('/webhooks/stripe', '{}')).status).toBe(200)
    }
  })

  test('passes on the largest body that the product takes, and webhooks with their address', async () => {
    const most = 'x'.repeat(6 * 1024 * 1024)
    expect(JSON.parse((await ask('/rest/v1/support', most)).text)).toMatchObject({ bytes: most.length })
    const path = '/webhooks/pix?hmac=secret&ignorar=/pix'
    expect(JSON.parse((await ask(path, '{}')).text)).toMatchObject({ bytes: 2, url: path })
  })

  test('appends the caller’s address to whatever they claim to be', async () => {
    const { text } = await ask('/', '', { 'x-forwarded-for': '203.0.113.9' })
    expect(JSON.parse(text)).toMatchObject({ from: '203.0.113.9, 127.0.0.1' })
  })

  test('passes websockets through', async () => {
    const socket = new WebSocket(`wss://127.0.0.1:${front.port}/realtime/v1/websocket`, {
      ca: readFileSync(authority.ca),
    })
    await once(socket, 'open')
    socket.send('olá')
    const [said] = await once(socket, 'message')
    expect(String(said)).toBe('olá')
    socket.close()
  })
})
