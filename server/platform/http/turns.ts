/**
 * Shares the server among its callers. A request waits, before anything of it is read, while its caller has as many in
 * work as they may. Whoever has taken more than their share of the server's time has their requests done one by one,
 * with a pause after each. So a caller who sends as much as they can hardly slows down others (bench/flood.ts).
 *
 * A caller is the person of a valid token, wherever they are; all others are told apart by their network.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, MiddlewareHandler } from 'hono'
import { verifyPerson } from './access-token.ts'
import { clientAddress } from './client-address.ts'
import type { TokenKeys } from './token-keys.ts'

type Share = {
  /** Requests in work at once. */
  places: number
  /** The same once the caller's time is spent. */
  placesWhenSpent: number
  /** Milliseconds of requests in work that a caller may take before their time is spent. */
  time: number
  /** How many of them come back in a second. */
  timePerSecond: number
}
export type Shares = Record<'person' | 'network', Share>

/** All strangers of one network, which may be a whole school's, share what is two people's. */
export const SHARES: Shares = {
  person: { places: 6, placesWhenSpent: 1, time: 200, timePerSecond: 250 },
  network: { places: 12, placesWhenSpent: 2, time: 400, timePerSecond: 500 },
}
/** Requests of one caller that may wait; any more are refused with 429. */
export const MOST_WAITING = 200
/** What any request costs besides its own work: its head is read and its answer written. */
const OVERHEAD_MS = 0.3
/** Whatever takes longer waits for others, such as a bank; nobody pauses longer on its account. */
const LONGEST_WORK_MS = 500
/** Of a caller whose time is spent: also between requests that take no time, of which there could be thousands. */
const SHORTEST_PAUSE_MS = 4
/** A refusal at once would be asked for again at once. */
const REFUSED_AFTER_MS = 1000
/** How much of a body costs a millisecond: it is read at once, while nobody else is heard. */
const BODY_BYTES_PER_MS = 4096
/** Assumed of a body that does not say its length. */
const UNMEASURED_BODY_BYTES = 1024 * 1024
/** How many times their whole time a caller may owe. */
const MOST_OWED = 10
/** A caller is forgotten so long after all their time has come back. */
const SPARE_MS = 10

/** `time` is what was left at `at`; `leaving` are requests that are done and still hold their place. */
type Line = { inWork: number; waiting: Set<() => void>; leaving: number; time: number; at: number }

export function takeTurns(keys: TokenKeys, shares: Shares = SHARES): MiddlewareHandler {
  const lines = new Map<string, Line>()

  return async (c, next) => {
    const [name, share] = callerOf(c, keys, shares)
    const line = lines.get(name) ?? newLine(share)
    lines.set(name, line)
    if (line.inWork < placesOf(line, share)) line.inWork++
    else if (line.waiting.size >= MOST_WAITING) return refuse(c)
    else if (!(await turnOf(line, c.req.raw.signal))) return c.body(null, 408)
    const from = performance.now()
    try {
      await next()
    } finally {
      const work = Math.min(performance.now() - from, LONGEST_WORK_MS)
      const body = bodyBytes(c) / BODY_BYTES_PER_MS
      charge(line, share, OVERHEAD_MS + work + body)
      if (line.time > 0) leaveSoon(name, line, share)
      else setTimeout(() => leave(name, line, share), Math.max(work, SHORTEST_PAUSE_MS) + body)
    }
  }

  /** One in each round of the event loop: between two requests of one caller those of others are heard. */
  function leaveSoon(name: string, line: Line, share: Share): void {
    line.leaving++
    if (line.leaving > 1) return
    const next = () => {
      leave(name, line, share)
      if (--line.leaving > 0) setImmediate(next)
    }
    setImmediate(next)
  }

  function leave(name: string, line: Line, share: Share): void {
    line.inWork--
    for (const start of line.waiting) {
      if (line.inWork >= placesOf(line, share)) break
      line.waiting.delete(start)
      line.inWork++
      start()
    }
    if (line.inWork > 0) return
    // Once all their time has come back, a caller is like one who was never here.
    const seconds = (share.time - line.time) / share.timePerSecond
    const forget = () => {
      if (line.inWork === 0 && timeOf(line, share) === share.time) lines.delete(name)
    }
    setTimeout(forget, seconds * 1000 + SPARE_MS).unref()
  }
}

const newLine = ({ time }: Share): Line => ({
  inWork: 0,
  waiting: new Set(),
  leaving: 0,
  time,
  at: performance.now(),
})

/** Resolves with true when it is the request's turn; with false once its caller has gone. */
function turnOf(line: Line, gone: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const start = () => {
      gone.removeEventListener('abort', giveUp)
      resolve(true)
    }
    const giveUp = () => {
      line.waiting.delete(start)
      resolve(false)
    }
    line.waiting.add(start)
    gone.addEventListener('abort', giveUp, { once: true })
    if (gone.aborted) giveUp()
  })
}

function placesOf(line: Line, share: Share): number {
  return timeOf(line, share) > 0 ? share.places : share.placesWhenSpent
}

/** What is left, with what has come back meanwhile. */
function timeOf(line: Line, share: Share): number {
  const now = performance.now()
  line.time = Math.min(share.time, line.time + ((now - line.at) / 1000) * share.timePerSecond)
  line.at = now
  return line.time
}

function charge(line: Line, share: Share, milliseconds: number): void {
  line.time = Math.max(timeOf(line, share) - milliseconds, -MOST_OWED * share.time)
}

function bodyBytes(c: Context): number {
  if (c.req.header('transfer-encoding')) return UNMEASURED_BODY_BYTES
  return Number(c.req.header('content-length') ?? 0)
}

function callerOf(c: Context, keys: TokenKeys, shares: Shares): [name: string, share: Share] {
  const person = verifyPerson(keys, c.req.header('authorization'))
  return person ? [`person ${person.sub}`, shares.person] : [`network ${clientAddress(c)}`, shares.network]
}

/** In the words of the gateway before the doors; the product's screens show any refusal of this code alike. */
async function refuse(c: Context): Promise<Response> {
  await sleep(REFUSED_AFTER_MS)
  const body = { code: 'too_many_requests', message: 'Too many requests at once. Try again in a moment.' }
  return c.json(body, 429, { 'retry-after': '1' })
}
