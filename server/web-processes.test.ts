// @module-tag release
/** Several processes at one port: they share what comes, hand websockets over, are replaced when they die, and end together. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from '../scripts/free-port.ts'
import { createMarket, type Market, TEST_ENV } from './testing/market.ts'

const SLOW = 180_000

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

async function startSeveral(settings: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'tune-several-'))
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      ...TEST_ENV,
      PATH: process.env.PATH,
      DATABASE_URL: market.database.url,
      DATA_DIR: folder,
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      SERVICES: 'web,realtime',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (some) => (said += some))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  const base = `http://127.0.0.1:${port}`
  const isUp = () =>
    fetch(`${base}/ready`, { headers: { connection: 'close' } }).then(
      ({ ok }) => ok,
      () => false,
    )
  return { child, ended, base, isUp, said: () => said }
}

/** The process ids of those that serve. */
function processesOf({ pid }: ChildProcess): number[] {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number)
  } catch {
    return []
  }
}

test(
  'answer at one port, hand every websocket over, are replaced when they die, and end together',
  async () => {
    const { child, ended, base, isUp, said } = await startSeveral({ WEB_PROCESSES: '3' })
    await expect.poll(async () => (child.exitCode === null ? await isUp() : said())).toBe(true)
    expect(processesOf(child)).toHaveLength(3)

    const { anonKey } = (await (await fetch(`${base}/config.json`)).json()) as { anonKey: string }
    const open = async () => {
      const socket = new WebSocket(
        `${base.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${anonKey}`,
      )
      await once(socket, 'open')
      const beat = [null, '1', 'phoenix', 'heartbeat', {}]
      socket.send(JSON.stringify(beat))
      const [answer] = await once(socket, 'message')
      expect(JSON.parse(String(answer))).toMatchObject([null, '1', 'phoenix', 'phx_reply', { status: 'ok' }])
      return socket
    }
    const sockets = await Promise.all(Array.from({ length: 12 }, open))

    const [victim = 0] = processesOf(child)
    process.kill(victim, 'SIGKILL')
    const others = () => processesOf(child).filter((pid) => pid !== victim)
    await expect.poll(others).toHaveLength(3)
    await expect.poll(isUp).toBe(true)
    // Websockets are elsewhere: none was lost with it.
    expect(sockets.map(({ readyState }) => readyState)).toEqual(sockets.map(() => WebSocket.OPEN))

    const left = processesOf(child)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    for (const pid of left) expect(() => process.kill(pid, 0)).toThrow()
  },
  SLOW,
)

test(
  'tell of their requests and of the database as one',
  async () => {
    const token = 'a-token-of-metrics-of-at-least-32-bytes'
    const { base, isUp } = await startSeveral({ WEB_PROCESSES: '2', METRICS_TOKEN: token })
    await expect.poll(isUp).toBe(true)
    const headers = { connection: 'close', authorization: `Bearer ${token}` }
    for (let request = 0; request < 30; request++)
      await (await fetch(`${base}/api/v1/sample`, { headers: { connection: 'close' } })).arrayBuffer()
    for (let scrape = 0; scrape < 4; scrape++) {
      const page = await (await fetch(`${base}/metrics`, { headers })).text()
      const counted = [
        ...page.matchAll(/^tune_http_request_duration_seconds_count\{(.*door="api".*)\} (\d+)$/gm),
      ]
      expect(counted.map(([, , value]) => Number(value))).toEqual([30])
      expect(page).toMatch(/^tune_database_up 1$/m)
    }
  },
  SLOW,
)

test(
  'end with the process that started them, also when it is killed',
  async () => {
    const { child, isUp } = await startSeveral({ WEB_PROCESSES: '2' })
    await expect.poll(isUp).toBe(true)
    const left = processesOf(child)
    expect(left).toHaveLength(2)
    child.kill('SIGKILL')
    const isGone = (pid: number) => {
      try {
        process.kill(pid, 0)
        return false
      } catch {
        return true
      }
    }
    await expect.poll(() => left.every(isGone)).toBe(true)
  },
  SLOW,
)

test('are not started at a port that another installation has', async () => {
  const settings = { WEB_PROCESSES: '2' }
  const { base, isUp } = await startSeveral(settings)
  await expect.poll(isUp).toBe(true)
  const second = await startSeveral({ ...settings, PORT: new URL(base).port })
  expect(await second.ended).toBe(1)
  expect(second.said()).toContain('EADDRINUSE')
})

test('more of them than Postgres has connections for are refused, with what to set', async () => {
  const { ended, said } = await startSeveral({ WEB_PROCESSES: '40' })
  expect(await ended).toBe(1)
  expect(said()).toMatch(
    /^WEB_PROCESSES: 40 of them may open \d+ connections, and Postgres allows \d+\. Set max_connections to \d+ there, or WEB_PROCESSES to \d+\.$/m,
  )
})
