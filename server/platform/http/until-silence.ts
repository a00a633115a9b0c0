/** A call that waits for a database that says nothing is answered: 503, in the words of the gateway before the doors. */
import type { Context, MiddlewareHandler } from 'hono'
import { DatabaseSilent, type Pulse } from '../db/pulse.ts'

const BODY = {
  code: 'unavailable',
  message: 'The database does not answer at the moment. Try again in a moment.',
}

/** `isCall`: what cannot be answered without the database. */
export function untilSilence(
  unlessSilent: Pulse['unlessSilent'],
  isCall: (c: Context) => boolean,
): MiddlewareHandler {
  return async (c, next) => {
    if (!isCall(c)) return next()
    try {
      await unlessSilent(next)
    } catch (fault) {
      if (!(fault instanceof DatabaseSilent)) throw fault
      return c.json(BODY, 503, { 'retry-after': '1' })
    }
  }
}
