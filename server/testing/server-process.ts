/** The server as a process of its own, on a market's database. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { type Market, TEST_ENV } from './market.ts'

/** Starts it; it ends with the test. `said` is what stands in its error output. */
export async function spawnServer(market: Market, settings: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'tune-main-'))
  const port = Number(settings.PORT ?? (await freePort()))
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: {
      ...TEST_ENV,
      DATABASE_URL: market.database.url,
      DATA_DIR: folder,
      PORT: String(port),
      LOG_LEVEL: 'info',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [said, logged] = ['', '']
  child.stderr.on('data', (some) => (said += some))
  child.stdout.on('data', (some) => (logged += some))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  const base = `http://127.0.0.1:${port}`
  const statusOf = (path: string) =>
    fetch(base + path, { headers: { connection: 'close' } }).then(
      ({ status }) => status,
      () => 0,
    )
  return { child, ended, port, base, statusOf, said: () => said, logged: () => logged }
}

/** Starts it, and resolves once all of it is ready. Throws what it said where it ends before. */
export async function startServerProcess(market: Market, settings: Record<string, string>) {
  const server = await spawnServer(market, settings)
  const { child, said, logged, statusOf } = server
  await expect.poll(async () => (child.exitCode === null ? await statusOf('/ready') : said())).toBe(200)
  // Of several web processes, one answers before the last is there.
  await expect.poll(logged).toContain('"serving"')
  return server
}
