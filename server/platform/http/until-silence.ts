/** A call that waits for a database that says nothing is answered: 503, in the words of the gateway before the doors. */
import type { MiddlewareHandler } from 'hono'
import { DatabaseSilent, type Pulse } from '../db/pulse.ts'

const BODY = {
  code: 'unavailable',
  message: 'The database does not answer at the moment. Try again in a moment.',
}

export function untilSilence(unlessSilent: Pulse['unlessSilent']): MiddlewareHandler {
  return async (c, next) => {
    try {
      await unlessSilent(next)
    } catch (fault) {
      if (!(fault instanceof DatabaseSilent)) throw fault
      return c.json(BODY, 503, { 'retry-after': '1' })
    }
  }
}
