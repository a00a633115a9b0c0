import type { Context } from 'hono'

/** The `:id` of the address as a row's number; null when it is none. */
export function readNumber(c: Context): number | null {
  const id = Number(c.req.param('id'))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
