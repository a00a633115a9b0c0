/** Waiting for the next block: announced, or asked for. Nothing here waits for a clock: hours and the test's own say say when. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { followHeads, type Heads, SILENCE_MS } from './heads.ts'

const HOUR = 3_600_000
const NEVER = new AbortController().signal
const told: string[] = []
const log = { info: (said: string) => told.push(said), warn: (said: string) => told.push(said) }

let server: WebSocketServer
let heads: Heads
beforeEach(async () => {
  told.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  heads = followHeads(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, log as never)
})
afterEach(() => {
  heads.close()
  for (const client of server.clients) client.terminate()
  server.close()
  vi.useRealTimers()
})

/** The line on which blocks are announced, once the node has agreed to it; `work` makes it be opened. */
async function subscribed(work: () => void): Promise<WebSocket> {
  const connected = once(server, 'connection')
  work()
  const [line] = (await connected) as [WebSocket]
  const [asked] = await once(line, 'message')
  expect(JSON.parse(String(asked))).toEqual({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_subscribe',
    params: ['newHeads'],
  })
  const before = told.length
  line.send(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x9ce59a13059e417087c02d3236a0b1cc' }))
  await vi.waitUntil(() => told.length > before)
  return line
}
const announce = (line: WebSocket) =>
  line.send(
    JSON.stringify({
      jsonrpc: '2.0',
      method: 'eth_subscription',
      params: { subscription: '0x9', result: {} },
    }),
  )

test('an announced block is told at once, and looked at once more; then nothing is asked until the next', async () => {
  let first: Promise<void> = Promise.resolve()
  const line = await subscribed(() => {
    first = heads.next(HOUR, NEVER)
  })
  announce(line)
  await first

  const second = heads.next(2000, NEVER)
  await vi.advanceTimersByTimeAsync(2000)
  await second

  let isOver = false
  const third = heads.next(2000, NEVER).then(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(SILENCE_MS - 1)
  expect(isOver).toBe(false)
  announce(line)
  await third
})

test('a block that comes while its follower is busy is told at the next wait', async () => {
  let first: Promise<void> = Promise.resolve()
  const line = await subscribed(() => {
    first = heads.next(HOUR, NEVER)
  })
  announce(line)
  await first
  announce(line)
  await heads.next(HOUR, NEVER)
})

test('a line that breaks is told of: the chain is asked as often as set, until another line is there', async () => {
  let waiting: Promise<void> = Promise.resolve()
  const line = await subscribed(() => {
    waiting = heads.next(HOUR, NEVER)
  })
  line.terminate()
  await waiting
  expect(told).toEqual([
    'the chain announces its blocks',
    'the chain no longer announces its blocks; asking for them',
  ])
  const polled = heads.next(500, NEVER)
  await vi.advanceTimersByTimeAsync(500)
  await polled

  const again = await subscribed(() => void vi.advanceTimersByTimeAsync(HOUR))
  const next = heads.next(HOUR, NEVER)
  announce(again)
  await next
})

test('a line on which no block comes is taken for dead', async () => {
  let first: Promise<void> = Promise.resolve()
  const line = await subscribed(() => {
    first = heads.next(HOUR, NEVER)
  })
  announce(line)
  await first
  const second = heads.next(2000, NEVER)
  await vi.advanceTimersByTimeAsync(2000)
  await second
  const ended = once(line, 'close')
  const waiting = heads.next(HOUR, NEVER)
  await vi.advanceTimersByTimeAsync(SILENCE_MS)
  await waiting
  await ended
})

test('whoever is asked to stop waits for nothing', async () => {
  await heads.next(HOUR, AbortSignal.abort())
  const stopping = new AbortController()
  const waiting = heads.next(HOUR, stopping.signal)
  stopping.abort()
  await waiting
})

test('a node that does not announce, and none at all: the chain is asked as often as set', async () => {
  const connected = once(server, 'connection')
  const waiting = heads.next(500, NEVER)
  const [line] = (await connected) as [WebSocket]
  const ended = once(line, 'close')
  line.send(JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32_601, message: 'no such method' } }))
  await ended
  await vi.advanceTimersByTimeAsync(500)
  await waiting
  const none = followHeads(undefined, log as never)
  const polled = none.next(500, NEVER)
  await vi.advanceTimersByTimeAsync(500)
  await polled
  none.close()
  expect(told).toEqual([])
})
