/**
 * What the product and the emulators said to each other, for whoever holds it against the vendors' own descriptions
 * (conformance/vendors): a line of JSON each in the file `RECORD`, where it is set.
 */
import { appendFileSync } from 'node:fs'
import type { MiddlewareHandler } from 'hono'

/** `answer` is null where a message was sent to the product. Bodies are texts, as they travelled. */
export type Exchange = {
  method: string
  /** Behind the emulators' origin, or of the product's webhook. */
  path: string
  type: string
  body: string
  answer: { status: number; body: string } | null
}

const FILE = process.env.RECORD
/** Uploads are not described, and side doors are nobody's. */
const LEFT_OUT = /\/_control\/|^\/(s3|mail|push|identity|explorer)\b/
const SPOKEN = /^application\/(problem\+)?(json|x-www-form-urlencoded)/

export function record(exchange: Exchange): void {
  if (FILE && (exchange.type === '' || SPOKEN.test(exchange.type)))
    appendFileSync(FILE, `${JSON.stringify(exchange)}\n`)
}

/** Records calls whose bodies are texts. */
export const recordCalls: MiddlewareHandler = async (c, next) => {
  const type = c.req.header('content-type') ?? ''
  if (!FILE || LEFT_OUT.test(c.req.path) || (type !== '' && !SPOKEN.test(type))) return next()
  const body = await c.req.raw.clone().text()
  await next()
  if (!SPOKEN.test(c.res.headers.get('content-type') ?? '')) return
  const answer = { status: c.res.status, body: await c.res.clone().text() }
  const { pathname, search } = new URL(c.req.url)
  record({ method: c.req.method, path: pathname + search, type, body, answer })
}
