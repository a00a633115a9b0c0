/**
 * Shares the server among its callers. A request waits, before anything of it is read, while its caller has as many in
 * work as they may. Whoever has taken more than their share of the server's time has their requests done one by one,
 * with a pause after each. So a caller who sends as much as they can hardly slows down others (bench/flood.ts). Whoever
 * is alone, or only among callers who all ask for more than their share, takes nothing from anybody: they may have
 * what the server has.
 *
 * A caller is the person of a valid token, wherever they are; all others are told apart by their network.
 *
 * Whoever waits for the caller's own network in between (limitBody, for the rest of a body) does so outside the turn.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, MiddlewareHandler } from 'hono'
import { clientAddress } from './client-address.ts'
import { createCrowd } from './crowd.ts'
import { charge, type Line, newLine, type Share, timeOf } from './lines.ts'
import { personBehind } from './person-behind.ts'
import { createPlaces } from './places.ts'

export type Shares = Record<'person' | 'network', Share> & {
  /** Milliseconds after which somebody who has not asked again no longer wants the server. */
  aloneAfter: number
}

/** All strangers of one network, which may be a whole school's, share what is two people's. */
export const SHARES: Shares = {
  person: { places: 6, placesWhenSpent: 1, placesWhenAlone: 16, time: 40, timePerSecond: 50 },
  network: { places: 12, placesWhenSpent: 2, placesWhenAlone: 16, time: 60, timePerSecond: 100 },
  aloneAfter: 2000,
}
/** Requests of one caller that may wait; any more are refused with 429. */
export const MOST_WAITING = 500
/** What any request costs besides its own work: its head is read and its answer written. */
const OVERHEAD_MS = 0.1
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

/** Since when, and beside how many. */
type Work = { from: number; atFirst: number }

export type Turn = {
  /** Whose it is. */
  caller: string
  /** Gives the place back while `wait` lasts, and takes one again. */
  waitOutside: <T>(wait: () => Promise<T>) => Promise<T>
}
const TURN = 'turn'

export function takeTurns(jwtSecret: string, shares: Shares = SHARES): MiddlewareHandler {
  const lines = new Map<string, Line>()
  const crowd = createCrowd(shares.aloneAfter)
  const places = createPlaces(crowd)
  /** Requests of everybody. */
  let inWork = 0

  function begin(): Work {
    return { from: performance.now(), atFirst: ++inWork }
  }

  /** `pause`: milliseconds that it takes to read its body. */
  function end(line: Line, { from, atFirst }: Work, pause: number): void {
    const work = Math.min(performance.now() - from, LONGEST_WORK_MS)
    // Whoever is slowed down by others has not taken all the time that they waited.
    const together = (atFirst + inWork--) / 2
    charge(line, OVERHEAD_MS + work / together + pause)
    if (line.time <= 0 && !crowd.lacks(line))
      setTimeout(() => places.leave(line), Math.max(work, SHORTEST_PAUSE_MS) + pause)
    else if (line.waiting.size > 0) places.leaveSoon(line)
    else places.leave(line)
  }

  return async (c, next) => {
    const line = lineOf(c, lines, jwtSecret, shares)
    crowd.hear(line)
    if (line.waiting.size >= MOST_WAITING && !places.areFree(line)) return refuse(c)
    if (!(await places.take(line, c.req.raw))) return c.body(null, 408)
    let work = begin()
    const turn: Turn = {
      caller: line.name,
      async waitOutside(wait) {
        end(line, work, 0)
        try {
          return await wait()
        } finally {
          await places.take(line)
          work = begin()
        }
      },
    }
    c.set(TURN, turn)
    try {
      await next()
    } finally {
      end(line, work, bodyBytes(c) / BODY_BYTES_PER_MS)
    }
  }
}

/** The turn of the request that is in work; undefined where nobody takes turns. */
export function turnAt(c: Context): Turn | undefined {
  return c.get(TURN)
}

function lineOf(c: Context, lines: Map<string, Line>, jwtSecret: string, shares: Shares): Line {
  forgetOne(lines)
  const person = personBehind(c, jwtSecret)
  const name = person ? `person ${person.sub}` : `network ${clientAddress(c)}`
  const known = lines.get(name)
  if (known) return known
  const line = newLine(name, person ? shares.person : shares.network)
  lines.set(name, line)
  return line
}

/** Once all their time has come back, a caller is like one who was never here. Each request looks at the oldest. */
function forgetOne(lines: Map<string, Line>): void {
  for (const [name, line] of lines) {
    lines.delete(name)
    if (line.inWork > 0 || timeOf(line) < line.share.time) lines.set(name, line)
    return
  }
}

function bodyBytes(c: Context): number {
  if (c.req.header('transfer-encoding')) return UNMEASURED_BODY_BYTES
  return Number(c.req.header('content-length') ?? 0)
}

/** In the words of the gateway before the doors; the product's screens show any refusal of this code alike. */
async function refuse(c: Context): Promise<Response> {
  await sleep(REFUSED_AFTER_MS)
  const body = { code: 'too_many_requests', message: 'Too many requests at once. Try again in a moment.' }
  return c.json(body, 429, { 'retry-after': '1' })
}
