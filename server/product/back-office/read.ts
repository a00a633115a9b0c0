import type { Context } from 'hono'
import * as v from 'valibot'
import { REASON_MAX } from '#domain/refund.ts'

/** The `:id` of the address as a row's number; null when it is none. */
export function readNumber(c: Context): number | null {
  const id = Number(c.req.param('id'))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** What an operator writes: not empty, at most so many characters. */
export const words = (most: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most))

/** Why something is done: it stays with the deed. */
export const reasonBody = v.object({ reason: words(REASON_MAX) })
