import type { Context } from 'hono'
import * as v from 'valibot'
import { REASON_MAX } from '#domain/refund.ts'
import { uuid } from '../input.ts'

/** The `:uid` of the address; null when it is none. */
export function readUid(c: Context): string | null {
  const uid = c.req.param('uid')
  return v.is(uuid, uid) ? uid : null
}

/** What an operator writes: not empty, at most so many characters. */
export const words = (most: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most))

/** Why something is done: it stays with the deed. */
export const reasonBody = v.object({ reason: words(REASON_MAX) })
