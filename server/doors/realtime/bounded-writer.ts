/**
 * The one way out to a websocket: everything sent to it is written here, and what it has not read yet is bounded,
 * including what the kernel buffers. An answered ping proves that everything written before it was read.
 */
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { REALTIME_BUDGET } from './budget.ts'
import type { RealtimeCounts } from './counts.ts'

/** A message is only written below this limit, so this plus one message is the maximum. */
const MAX_UNREAD_BYTES = REALTIME_BUDGET.unreadBytes.limit
/** A full reader has room again below this. */
const ROOM_BYTES = MAX_UNREAD_BYTES / 2
const PING_EVERY_BYTES = MAX_UNREAD_BYTES / 4
/** Roughly what it costs to remember a message that is made only when there is room for it. */
const PROMISE_BYTES = 128
const STALE_MS = REALTIME_BUDGET.stale.limit
/** Time for the close frame: a reader disconnected for not reading may not read that either. */
const FAREWELL_MS = 5000

/** Both ends of one connection; compression must be off, or the raw bytes would not be what was agreed. */
export type Wire = { socket: WebSocket; raw: Duplex }

type Message = Buffer | (() => Buffer)

export type BoundedWriter = {
  /** Writes a message now; returns false, writing nothing, where the reader is behind or gone. */
  tryWrite: (message: Buffer) => boolean
  /**
   * Writes the message, or what makes it, as soon as there is room, in order. Returns false while it has to wait: a
   * sender with much to say may slow down. A reader for whom too much is queued is disconnected, to read the present
   * state when it connects again.
   */
  write: (message: Message) => boolean
  /** Calls `then` once when a reader that is behind has caught up; the returned function cancels it. */
  whenRoom: (then: () => void) => () => void
}

export function createBoundedWriter({ socket, raw }: Wire, counts: RealtimeCounts): BoundedWriter {
  const waiting: Message[] = []
  let waitingBytes = 0
  const wishes = new Set<() => void>()
  let written = 0
  let pinged = 0
  let read = 0
  let stale: NodeJS.Timeout | null = null
  let farewell: NodeJS.Timeout | undefined

  const unread = () => Math.max(written - read, raw.writableLength)
  const isOpen = () => socket.readyState === socket.OPEN

  function send(message: Buffer): void {
    counts.frames++
    written += message.length
    raw.write(message)
    const isFull = unread() > MAX_UNREAD_BYTES
    if (isFull || written - pinged >= PING_EVERY_BYTES) {
      pinged = written
      socket.ping(String(written))
    }
    if (isFull) stale = setTimeout(sendAway, STALE_MS)
  }

  /** An acknowledgement counts only up to what was asked for. */
  function onPong(data: Buffer): void {
    const upTo = Number(data.toString())
    if (upTo > read && upTo <= pinged) read = upTo
    catchUp()
  }

  function catchUp(): void {
    if (!stale || unread() > ROOM_BYTES) return
    forgive()
    while (!stale && isOpen()) {
      const message = waiting.shift()
      if (!message) break
      waitingBytes -= costOf(message)
      send(made(message))
    }
    for (const wish of [...wishes]) {
      if (stale) return
      wishes.delete(wish)
      wish()
    }
  }

  function forgive(): void {
    if (stale) clearTimeout(stale)
    stale = null
  }

  function sendAway(): void {
    waiting.length = 0
    if (!isOpen()) return
    counts.slow++
    socket.close(1013, 'too slow')
    farewell = setTimeout(() => socket.terminate(), FAREWELL_MS)
  }

  socket.on('pong', onPong)
  raw.on('drain', catchUp)
  socket.on('close', () => {
    forgive()
    clearTimeout(farewell)
    waiting.length = 0
    wishes.clear()
  })

  return {
    tryWrite(message) {
      if (!isOpen() || stale) return false
      send(message)
      return true
    },
    write(message) {
      if (!isOpen()) return true
      if (!stale) {
        send(made(message))
        return true
      }
      waitingBytes += costOf(message)
      if (waitingBytes > MAX_UNREAD_BYTES) sendAway()
      else waiting.push(message)
      return false
    },
    whenRoom(then) {
      wishes.add(then)
      return () => void wishes.delete(then)
    },
  }
}

function made(message: Message): Buffer {
  return typeof message === 'function' ? message() : message
}

/** Bytes held in memory because the message is queued. */
function costOf(message: Message): number {
  return typeof message === 'function' ? PROMISE_BYTES : message.length
}
