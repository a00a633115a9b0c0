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
import { personBehind } from './person-behind.ts'
import type { TokenKeys } from './token-keys.ts'

type Share = {
  /** Requests in work at once. */
  places: number
  /** The same once the caller's time is spent. */
  placesWhenSpent: number
  /** The same while nobody else wants the server. */
  placesWhenAlone: number
  /**
   * Milliseconds of the server's time that a caller may take before theirs is spent: of what a request takes, its share
   * among all that are in work.
   */
  time: number
  /** How many of them come back in a second. */
  timePerSecond: number
}
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
/** So many requests at once are not much, whatever they take: a person on a slow page sends no more. */
const FEW = 2
/** A refusal at once would be asked for again at once. */
const REFUSED_AFTER_MS = 1000
/** How much of a body costs a millisecond: it is read at once, while nobody else is heard. */
const BODY_BYTES_PER_MS = 4096
/** Assumed of a body that does not say its length. */
const UNMEASURED_BODY_BYTES = 1024 * 1024
/** How many times their whole time a caller may owe. */
const MOST_OWED = 10

/** `time` is what was left at `at`; `leaving` are requests that are done and still hold their place. */
type Line = {
  name: string
  share: Share
  inWork: number
  waiting: Set<() => void>
  leaving: number
  time: number
  at: number
}

/** Since when, and beside how many. */
type Work = { from: number; atFirst: number }

export type Turn = {
  /** Whose it is. */
  caller: string
  /** Gives the place back while `wait` lasts, and takes one again. */
  waitOutside: <T>(wait: () => Promise<T>) => Promise<T>
}
const TURN = 'turn'

export function takeTurns(keys: TokenKeys, shares: Shares = SHARES): MiddlewareHandler {
  const lines = new Map<string, Line>()
  const crowd = createCrowd(shares.aloneAfter)
  /** Requests of everybody. */
  let inWork = 0

  function lineOf(c: Context): Line {
    forgetOne(lines)
    const person = personBehind(c, keys)
    const name = person ? `person ${person.sub}` : `network ${clientAddress(c)}`
    const known = lines.get(name)
    if (known) return known
    const line = newLine(name, person ? shares.person : shares.network)
    lines.set(name, line)
    return line
  }

  function placesOf(line: Line): number {
    const { places, placesWhenSpent, placesWhenAlone } = line.share
    const hasTime = timeOf(line) > 0
    if (crowd.lacks(line)) return placesWhenAlone
    return hasTime ? places : placesWhenSpent
  }

  /** One in each round of the event loop: between two requests of one caller those of others are heard. */
  function leaveSoon(line: Line): void {
    line.leaving++
    if (line.leaving > 1) return
    const next = () => {
      leave(line)
      if (--line.leaving > 0) setImmediate(next)
    }
    setImmediate(next)
  }

  function leave(line: Line): void {
    line.inWork--
    for (const start of line.waiting) {
      if (line.inWork >= placesOf(line)) return
      line.waiting.delete(start)
      line.inWork++
      start()
    }
  }

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
      setTimeout(() => leave(line), Math.max(work, SHORTEST_PAUSE_MS) + pause)
    else if (line.waiting.size > 0) leaveSoon(line)
    else leave(line)
  }

  return async (c, next) => {
    const line = lineOf(c)
    crowd.hear(line)
    if (line.inWork < placesOf(line)) line.inWork++
    else if (line.waiting.size >= MOST_WAITING) return refuse(c)
    else if (!(await turnOf(line, c.req.raw.signal))) return c.body(null, 408)
    let work = begin()
    const turn: Turn = {
      caller: line.name,
      async waitOutside(wait) {
        end(line, work, 0)
        try {
          return await wait()
        } finally {
          if (line.inWork < placesOf(line)) line.inWork++
          else await turnOf(line)
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

/** Once all their time has come back, a caller is like one who was never here. Each request looks at the oldest. */
function forgetOne(lines: Map<string, Line>): void {
  for (const [name, line] of lines) {
    lines.delete(name)
    if (line.inWork > 0 || timeOf(line) < line.share.time) lines.set(name, line)
    return
  }
}

type Crowd = {
  /** Somebody asks: others have to leave them room, unless they have both spent their time and ask for much at once. */
  hear: (line: Line) => void
  /** Whether nobody but this caller needs room. */
  lacks: (line: Line) => boolean
}

function createCrowd(aloneAfter: number): Crowd {
  /** The last two who asked for little, and when. */
  let last = { name: '', at: Number.NEGATIVE_INFINITY }
  let lastButOne = last
  return {
    hear(line) {
      const others = line.inWork + line.waiting.size
      if (timeOf(line) <= 0 && others >= FEW) return
      if (last.name !== line.name) lastButOne = last
      last = { name: line.name, at: line.at }
    },
    lacks({ name, at }) {
      const other = last.name === name ? lastButOne : last
      return at - other.at > aloneAfter
    },
  }
}

const newLine = (name: string, share: Share): Line => ({
  name,
  share,
  inWork: 0,
  waiting: new Set(),
  leaving: 0,
  time: share.time,
  at: performance.now(),
})

/** Resolves with true when it is the request's turn; with false once its caller has `gone`. */
function turnOf(line: Line, gone?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const start = () => {
      gone?.removeEventListener('abort', giveUp)
      resolve(true)
    }
    const giveUp = () => {
      line.waiting.delete(start)
      resolve(false)
    }
    line.waiting.add(start)
    gone?.addEventListener('abort', giveUp, { once: true })
    if (gone?.aborted) giveUp()
  })
}

/** What is left, with what has come back meanwhile. */
function timeOf(line: Line): number {
  const { share } = line
  const now = performance.now()
  line.time = Math.min(share.time, line.time + ((now - line.at) / 1000) * share.timePerSecond)
  line.at = now
  return line.time
}

function charge(line: Line, milliseconds: number): void {
  line.time = Math.max(timeOf(line) - milliseconds, -MOST_OWED * line.share.time)
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
