import { EventEmitter } from 'node:events'
import { Duplex } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { createBoundedWriter } from './bounded-writer.ts'
import { REALTIME_BUDGET } from './budget.ts'
import { createCounts } from './counts.ts'
import type { HeldTopic, Watcher } from './topics.ts'
import { watchTopic } from './watcher.ts'

const SIZE = 1000
const SNAPSHOT = Buffer.alloc(SIZE, 's')
const DELTA = Buffer.alloc(SIZE, 'd')

/** A connection whose other end reads, and answers pings, only on command. */
function connection() {
  const arrived: Buffer[] = []
  let read: () => void = () => undefined
  const raw = new Duplex({
    read: () => undefined,
    write(chunk, _encoding, done) {
      arrived.push(chunk)
      read = done
    },
  })
  let asked: string | null = null
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    close: vi.fn(),
    terminate: vi.fn(),
    ping: (text: string) => {
      asked = text
    },
  })
  const readAll = async (): Promise<void> => {
    while (raw.writableLength > 0) {
      read()
      await new Promise((resolve) => process.nextTick(resolve))
    }
    while (asked) {
      const answer = Buffer.from(asked)
      asked = null
      socket.emit('pong', answer)
    }
    if (raw.writableLength > 0) await readAll()
  }
  return { raw, socket, arrived, readAll }
}

function watch() {
  const wire = connection()
  const watchers: Watcher[] = []
  const released: unknown[] = []
  const topic: HeldTopic = {
    snapshot: () => SNAPSHOT,
    watch: (watcher) => void watchers.push(watcher),
    release: (watcher) => void released.push(watcher),
  }
  const counts = createCounts()
  const ends = { socket: wire.socket as unknown as WebSocket, raw: wire.raw }
  const unwatch = watchTopic(topic, createBoundedWriter(ends, counts), counts)
  const tell = (times = 1) => {
    for (let count = 0; count < times; count++) for (const watcher of watchers) watcher.offer(DELTA)
  }
  return { ...wire, unwatch, tell, watchers, released, counts }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a watcher', () => {
  test('begins with a snapshot and then hears everything', async () => {
    const { tell, arrived, readAll } = watch()
    tell(2)
    await readAll()
    expect(arrived).toEqual([SNAPSHOT, DELTA, DELTA])
  })

  test('who does not read costs at most the limit and one message, and is sent away in the end', () => {
    const { tell, raw, socket, counts } = watch()
    tell(10_000)
    expect(counts.frames + counts.conflated).toBe(10_001)
    expect(counts.frames).toBeLessThan(70)
    expect(raw.writableLength).toBeGreaterThan(REALTIME_BUDGET.unreadBytes.limit)
    expect(raw.writableLength).toBeLessThanOrEqual(REALTIME_BUDGET.unreadBytes.limit + SIZE)
    vi.advanceTimersByTime(REALTIME_BUDGET.stale.limit - 1)
    expect(socket.close).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(socket.close).toHaveBeenCalledExactlyOnceWith(1013, 'too slow')
    expect(counts.slow).toBe(1)
  })

  test('who catches up gets one snapshot for all that was missed, and hears again', async () => {
    const { tell, arrived, readAll, socket } = watch()
    tell(10_000)
    await readAll()
    const heard = arrived.length
    expect(arrived.at(-1)).toEqual(SNAPSHOT)
    expect(arrived.slice(1, -1).every((message) => message.equals(DELTA))).toBe(true)
    expect(heard).toBeLessThan(70)
    tell()
    await readAll()
    expect(arrived.slice(heard)).toEqual([DELTA])
    vi.advanceTimersByTime(60_000)
    expect(socket.close).not.toHaveBeenCalled()
  })

  test('who falls behind again has the whole patience again', async () => {
    const { tell, readAll, socket } = watch()
    tell(10_000)
    vi.advanceTimersByTime(20_000)
    await readAll()
    tell(10_000)
    vi.advanceTimersByTime(20_000)
    expect(socket.close).not.toHaveBeenCalled()
    vi.advanceTimersByTime(10_000)
    expect(socket.close).toHaveBeenCalledOnce()
  })

  test('who leaves while behind hears nothing more and leaves nothing behind', async () => {
    const { tell, unwatch, arrived, readAll, socket, watchers, released } = watch()
    tell(10_000)
    unwatch()
    await readAll()
    expect(arrived.at(-1)).toEqual(DELTA)
    expect(released).toEqual(watchers)
    socket.emit('close')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('whose websocket is closing is written nothing', () => {
    const { tell, socket, raw } = watch()
    const before = raw.writableLength
    socket.readyState = 2
    tell()
    expect(raw.writableLength).toBe(before)
  })
})
