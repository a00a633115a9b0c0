/** `pix webhook`, as an operator calls it, and what the worker says at its start. */
import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#server/env.ts'
import { createPixProvider } from '#server/platform/adapters/pix.ts'
import { createLogger } from '#server/platform/log.ts'
import { checkPixWebhook } from '#server/product/payments/check-pix-webhook.ts'
import { type Emulators, startEmulators } from '#server/testing/emulators.ts'
import { TEST_ENV } from '#server/testing/market.ts'

let emulators: Emulators
let site: Server
let settings: Record<string, string>
/** What our address answers. */
let answers = 503

beforeAll(async () => {
  emulators = await startEmulators({
    ...TEST_ENV,
    WEBHOOK_PIX_URL: 'http://127.0.0.1:9/of-another-site?hmac=x',
  })
  site = createServer((_request, response) => void response.writeHead(answers).end())
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve)
  })
  settings = {
    ...TEST_ENV,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    DATA_DIR: '/nonexistent',
    PIX_URL: `${emulators.origin}/pix`,
    PUBLIC_URL: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
  }
})
afterAll(async () => {
  site.close().closeAllConnections()
  await emulators.close()
})

function tune(...args: string[]) {
  const main = join(import.meta.dirname, 'main.ts')
  return new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, [main, 'pix', ...args], { env: settings }, (fault, said, faults) =>
      resolve({ code: fault ? Number(fault.code) : 0, said: said + faults }),
    )
  })
}

async function toldAtStart(): Promise<string> {
  const lines: string[] = []
  const log = createLogger('warn', { write: (line) => void lines.push(line) })
  await checkPixWebhook({ pix: createPixProvider(readEnv(settings)), log })
  return lines.join('')
}

test('an address that is not ours is told of, at the start and on request, without its secret', async () => {
  const told = await toldAtStart()
  expect(told).toContain('npm run tune -- pix webhook register')
  expect(told).toContain('http://127.0.0.1:9/of-another-site"')
  expect(told).not.toContain(TEST_ENV.PIX_WEBHOOK_SECRET)
  expect(await tune('webhook', 'show')).toEqual({
    code: 1,
    said: 'The PIX provider calls 127.0.0.1:9: not our address.\n',
  })
})

test('ours is registered once it answers', async () => {
  expect((await tune('webhook', 'register')).code).not.toBe(0)
  answers = 200
  expect(await tune('webhook', 'register')).toEqual({
    code: 0,
    said: 'The PIX provider calls our address.\n',
  })
  expect(await toldAtStart()).toBe('')
})

test('a provider that is away is no reason not to start', async () => {
  settings = { ...settings, PIX_URL: 'http://127.0.0.1:1' }
  expect(await toldAtStart()).toContain('does not say where it calls')
})

test('anything else is explained', async () => {
  expect(await tune('webhook', 'delete')).toMatchObject({
    code: 2,
    said: expect.stringContaining('pix webhook show'),
  })
})
