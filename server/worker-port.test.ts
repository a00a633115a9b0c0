/** A process that is the worker alone answers its supervisor, and nobody else. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../scripts/free-port.ts'
import { leash, release } from '../scripts/leash.mjs'
import { createTestDatabase } from './testing/database.ts'
import { TEST_ENV } from './testing/market.ts'

const TOKEN = 'a-token-for-metrics-of-32-letters'

test('a worker with a port of its own says there that it lives and what it measures, and serves nothing else', async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const folder = await mkdtemp(join(tmpdir(), 'tune-worker-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const worker = leash(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    output: 2,
    env: {
      ...process.env,
      ...TEST_ENV,
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      SERVICES: 'worker',
      WORKER_PORT: String(port),
      METRICS_TOKEN: TOKEN,
      LOG_LEVEL: 'silent',
    },
  })
  onTestFinished(() => release(worker))
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers })

  await expect
    .poll(() => get('/health').then((answer) => answer.json()), { timeout: 20_000 })
    .toEqual({ status: 'ok' })
  expect(await (await get('/ready')).json()).toEqual({ status: 'ready' })
  expect((await get('/metrics')).status).toBe(401)
  const measured = await (await get('/metrics', { authorization: `Bearer ${TOKEN}` })).text()
  expect(measured).toContain('process_resident_memory_bytes')
  expect(measured).toContain('tune_queue_oldest_seconds')
  for (const path of ['/', '/config.json', '/auth/v1/settings']) expect((await get(path)).status).toBe(404)
})
