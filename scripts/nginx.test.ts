// @module-tag release
/** deploy/nginx.conf, with nginx itself: websockets, whole bodies, the caller's address, and a process that is not there. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type Authority, createAuthority } from '#server/testing/certificates.ts'
import { ensureEngine } from './engines.ts'
import { freePort } from './free-port.ts'
import { leash, release } from './leash.mjs'

const SHIPPED = join(import.meta.dirname, '../deploy/nginx.conf')
const nginx = ensureEngine('nginx')

let authority: Authority
let behind: Server
let port: number
let stop: () => Promise<void>

beforeAll(async () => {
  if (!nginx) return
  authority = await createAuthority()
  behind = createServer(async (asked, answer) => {
    const { bytes } = await read(asked)
    answer.end(JSON.stringify({ bytes, from: asked.headers['x-forwarded-for'], url: asked.url }))
  })
  const sockets = new WebSocketServer({ server: behind })
  sockets.on('connection', (socket) => socket.on('message', (said) => socket.send(said)))
  await once(behind.listen(0, '127.0.0.1'), 'listening')
  const living = (behind.address() as AddressInfo).port
  port = await freePort()
  const [plain, dead] = [await freePort(), await freePort()]
  const site = await authority.issue('site')
  // Of the two processes of each role, one is not there.
  const shipped = (await readFile(SHIPPED, 'utf8'))
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace(/127\.0\.0\.1:30[01]1/g, `127.0.0.1:${dead}`)
    .replace(/127\.0\.0\.1:30[01]2/g, `127.0.0.1:${living}`)
    .replace('/etc/tune/site.pem', site.cert)
    .replace('/etc/tune/site.key', site.key)
  const folder = await mkdtemp(join(tmpdir(), 'tune-nginx-'))
  await chmod(folder, 0o755)
  const around = `error_log stderr crit; pid ${folder}/pid; events {} http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; ${shipped} }`
  await writeFile(join(folder, 'nginx.conf'), around)
  const child = leash(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'])
  stop = async () => {
    await release(child)
    sockets.close()
    behind.close().closeAllConnections()
    await rm(folder, { recursive: true })
    await authority.remove()
  }
  for (let attempt = 0; attempt < 500 && (await ask('/')).status === 0; attempt++) await sleep(20)
})
afterAll(() => stop?.())

async function read(from: IncomingMessage): Promise<{ bytes: number; text: string }> {
  const parts: Buffer[] = []
  for await (const part of from) parts.push(part as Buffer)
  const whole = Buffer.concat(parts)
  return { bytes: whole.length, text: whole.toString() }
}

function ask(path: string, body = '', headers = {}): Promise<{ status: number; text: string }> {
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
    const socket = new WebSocket(`wss://127.0.0.1:${port}/realtime/v1/websocket`, {
      ca: readFileSync(authority.ca),
    })
    await once(socket, 'open')
    socket.send('olá')
    const [said] = await once(socket, 'message')
    expect(String(said)).toBe('olá')
    socket.close()
  })
})
