/**
 * Admission control: shares the server fairly among its callers. A caller has a limited number of requests in progress; any
 * more wait in the caller's own queue, before anything of them is read. A caller who has used up their share of the
 * server's time gets one request at a time, with a pause after each. So a caller who sends as much as they can hardly
 * slows down others (bench/flood.ts). A caller who is alone, or competes only with others who have used up their
 * shares, is allowed much more.
 *
 * A caller is the person of a valid token, wherever they are; everybody else is told apart by network.
 *
 * Waiting for the caller's own network, as for the rest of a body, does not occupy a slot: `waitOutside`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, MiddlewareHandler } from 'hono'
import { type CallerQueue, charge, newQueue, type Share, timeLeft } from './caller-queue.ts'
import { clientAddress } from './client-address.ts'
import { trackDemand } from './demand.ts'
import { personBehind } from './person-behind.ts'
import { createSlots } from './slots.ts'

export type Shares = Record<'person' | 'network', Share> & {
  /** Milliseconds after which somebody who has not asked again no longer wants the server. */
  aloneAfter: number
}

/** Everybody without a token in one network, which may be a whole school's, shares what two people get. */
export const SHARES: Shares = {
  person: { slots: 6, slotsWhenSpent: 1, slotsWhenAlone: 16, time: 40, timePerSecond: 50 },
  network: { slots: 12, slotsWhenSpent: 2, slotsWhenAlone: 16, time: 60, timePerSecond: 100 },
  aloneAfter: 2000,
}
/** Requests of one caller that may wait; any more are refused with 429. */
export const MOST_WAITING = 500
/** What any request costs besides its own work: its head is read and its answer written. */
const OVERHEAD_MS = 0.1
/** Whatever takes longer waits for others, such as a bank; nobody pauses longer on its account. */
const LONGEST_WORK_MS = 500
/** For a caller whose time is spent: also after requests that take no time, since there could be thousands of them. */
const SHORTEST_PAUSE_MS = 4
/** A refusal is delayed: the caller would repeat the request at once. */
const REFUSED_AFTER_MS = 1000
/** Reading this much of a body is charged as a millisecond: nothing else runs meanwhile. */
const BODY_BYTES_PER_MS = 4096
/** Assumed of a body that does not say its length. */
const UNMEASURED_BODY_BYTES = 1024 * 1024

/** When it began, and how many requests were in progress then. */
type Work = { from: number; atFirst: number }

export type Admission = {
  /** `person {uid}` or `network {address}`. */
  caller: string
  /** Gives up the slot while `wait` lasts, and takes one again afterwards. */
  waitOutside: <T>(wait: () => Promise<T>) => Promise<T>
}
const ADMISSION = 'admission'

export function admit(jwtSecret: string, shares: Shares = SHARES): MiddlewareHandler {
  const queues = new Map<string, CallerQueue>()
  const demand = trackDemand(shares.aloneAfter)
  const slots = createSlots(demand)
  /** In progress, of all callers. */
  let inWork = 0

  function begin(): Work {
    return { from: performance.now(), atFirst: ++inWork }
  }

  /** `pause`: milliseconds that it takes to read its body. */
  function end(queue: CallerQueue, { from, atFirst }: Work, pause: number): void {
    const work = Math.min(performance.now() - from, LONGEST_WORK_MS)
    // Some of the elapsed time was spent on other requests: it is divided by how many there were on average.
    const together = (atFirst + inWork--) / 2
    charge(queue, OVERHEAD_MS + work / together + pause)
    if (queue.time <= 0 && !demand.isAlone(queue))
      setTimeout(() => slots.release(queue), Math.max(work, SHORTEST_PAUSE_MS) + pause)
    else if (queue.waiting.size > 0) slots.releaseSoon(queue)
    else slots.release(queue)
  }

  return async (c, next) => {
    const queue = queueOf(c, queues, jwtSecret, shares)
    demand.note(queue)
    if (queue.waiting.size >= MOST_WAITING && !slots.areFree(queue)) return refuse(c)
    if (!(await slots.take(queue, c.req.raw))) return c.body(null, 408)
    let work = begin()
    const admission: Admission = {
      caller: queue.name,
      async waitOutside(wait) {
        end(queue, work, 0)
        try {
          return await wait()
        } finally {
          await slots.take(queue)
          work = begin()
        }
      },
    }
    c.set(ADMISSION, admission)
    try {
      await next()
    } finally {
      end(queue, work, bodyBytes(c) / BODY_BYTES_PER_MS)
    }
  }
}

/** The admission of the request in progress; undefined on a route without admission control. */
export function admissionOf(c: Context): Admission | undefined {
  return c.get(ADMISSION)
}

function queueOf(
  c: Context,
  queues: Map<string, CallerQueue>,
  jwtSecret: string,
  shares: Shares,
): CallerQueue {
  forgetOne(queues)
  const person = personBehind(c, jwtSecret)
  const name = person ? `person ${person.sub}` : `network ${clientAddress(c)}`
  const known = queues.get(name)
  if (known) return known
  const queue = newQueue(name, person ? shares.person : shares.network)
  queues.set(name, queue)
  return queue
}

/** Forgets the oldest queue once all of its caller's time has come back; called with each request, so memory stays small. */
function forgetOne(queues: Map<string, CallerQueue>): void {
  for (const [name, queue] of queues) {
    queues.delete(name)
    if (queue.inWork > 0 || timeLeft(queue) < queue.share.time) queues.set(name, queue)
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
