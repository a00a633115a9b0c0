/**
 * Gives every request an id, which is returned with the answer and appears in every log line written for it. A proxy
 * in front may set it first (`X-Request-Id`). A job's lines carry the job's number.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

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

/** Runs a request's work under its name, which the head of the answer tells. */
export function forRequest<Answer>(
  { headers }: Pick<IncomingMessage, 'headers'>,
  response: Pick<ServerResponse, 'setHeader'>,
  work: () => Answer,
): Answer {
  const given = headers['x-request-id']
  const request = typeof given === 'string' && NAME.test(given) ? given : randomUUID()
  response.setHeader('x-request-id', request)
  return occasions.run({ request }, work)
}
