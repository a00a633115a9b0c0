/**
 * Gives every request a name, which it answers with and which every line of the log that is written for it bears. A
 * proxy in front may name it first (`X-Request-Id`). A job's lines bear the job's number.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

/** What the present work is for, as the log says it. */
type Occasion = { request: string } | { job: string }

const occasions = new AsyncLocalStorage<Occasion>()
const NAME = /^[\w-]{8,64}$/

export function occasion(): Occasion | undefined {
  return occasions.getStore()
}

/** Runs a job's work under its number. */
export function forJob<Answer>(job: string, work: () => Answer): Answer {
  return occasions.run({ job }, work)
}

export const nameRequest: MiddlewareHandler = (c, next) => {
  const given = c.req.header('x-request-id')
  const request = given && NAME.test(given) ? given : randomUUID()
  c.header('x-request-id', request)
  return occasions.run({ request }, next)
}
