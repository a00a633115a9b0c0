/**
 * Gives every request an id, which is returned with the answer and appears in every log line written for it. A proxy
 * in front may set it first (`X-Request-Id`). A job's lines carry the job's number.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

/** The current unit of work, as the log names it. */
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
