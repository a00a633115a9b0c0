// @module-tag release
/** Several processes at one port: they share what comes, hand websockets over, are replaced when they die, and end together. */
import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createMarket, type Market, type TestFan } from './testing/market.ts'
import { spawnServer, startServerProcess } from './testing/server-process.ts'

const SLOW = 180_000

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const SERVICES = 'web,realtime'

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
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
    const settings = { WEB_PROCESSES: '3', SERVICES }
    const { child, ended, base, statusOf } = await startServerProcess(market, settings)
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
    await expect.poll(() => statusOf('/ready')).toBe(200)
    // Websockets are elsewhere: none was lost with it.
    expect(sockets.map(({ readyState }) => readyState)).toEqual(sockets.map(() => WebSocket.OPEN))

    const left = processesOf(child)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(left.filter(isRunning)).toEqual([])
  },
  SLOW,
)

test(
  'lose no bid and place none twice when one of them is killed under way',
  async () => {
    const { child, base } = await startServerProcess(market, { WEB_PROCESSES: '3', SERVICES })
    const projects = [await market.newAuction(), await market.newAuction()]
    const fans = await Promise.all(Array.from({ length: 40 }, () => market.newFan(100_000)))
    const [victim = 0] = processesOf(child)

    async function bid(index: number): Promise<unknown> {
      const { token } = fans[index] as TestFan
      const answer = await fetch(`${base}/api/v1/buy-token-balance`, {
        method: 'POST',
        headers: {
          connection: 'close',
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'idempotency-key': `bid-${index}`,
        },
        body: JSON.stringify({ typeBuy: 'bid', UID: projects[index % 2]?.uid, amount: 3000 + index }),
      })
      return answer.json()
    }
    const first = fans.map((_, index) => bid(index).catch(() => null))
    await Promise.race(first)
    process.kill(victim, 'SIGKILL')
    const answers = await Promise.all(first)
    await expect.poll(() => processesOf(child).filter((pid) => pid !== victim)).toHaveLength(3)
    // Who got no answer asks again.
    const again = await Promise.all(answers.map(async (answer, index) => answer ?? (await bid(index))))
    expect(again).toMatchObject(fans.map((_, index) => ({ data: { payment: { amount: 3000 + index } } })))
    const [{ count }] = await market.sql<[{ count: number }]>`
      select count(*)::int from bids where project_id = any (${projects.map(({ id }) => id)})`
    expect(count).toBe(fans.length)
    await market.expectHealthy()
  },
  SLOW,
)

test(
  'tell of their requests and of the database as one',
  async () => {
    const token = 'a-token-of-metrics-of-at-least-32-bytes'
    const settings = { WEB_PROCESSES: '2', SERVICES, METRICS_TOKEN: token }
    const { base } = await startServerProcess(market, settings)
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
    const { child } = await startServerProcess(market, { WEB_PROCESSES: '2', SERVICES })
    const left = processesOf(child)
    expect(left).toHaveLength(2)
    child.kill('SIGKILL')
    await expect.poll(() => left.filter(isRunning)).toEqual([])
  },
  SLOW,
)

test(
  'end with it also when it is killed while they start',
  async () => {
    const { child } = await spawnServer(market, { WEB_PROCESSES: '2', SERVICES })
    await expect.poll(() => processesOf(child)).toHaveLength(2)
    const left = processesOf(child)
    child.kill('SIGKILL')
    await expect.poll(() => left.filter(isRunning)).toEqual([])
  },
  SLOW,
)

test('are not started at a port that another installation has', async () => {
  const settings = { WEB_PROCESSES: '2', SERVICES }
  const { port } = await startServerProcess(market, settings)
  const second = await spawnServer(market, { ...settings, PORT: String(port) })
  expect(await second.ended).toBe(1)
  expect(second.said()).toContain('EADDRINUSE')
})

test('more of them than Postgres has connections for are refused, with what to set', async () => {
  const { ended, said } = await spawnServer(market, { WEB_PROCESSES: '40', SERVICES })
  expect(await ended).toBe(1)
  expect(said()).toMatch(
    /^WEB_PROCESSES: 40 of them may open \d+ connections, and Postgres allows \d+\. Set max_connections to \d+ there, or WEB_PROCESSES to \d+\.$/m,
  )
})
