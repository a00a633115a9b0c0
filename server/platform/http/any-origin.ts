/**
 * Lets browsers on any site call: the compatible doors take keys and tokens, never cookies (fetch.spec.whatwg.org, CORS).
 * Not Hono's own: it makes and copies a Response for every answer, which costs more than most answers do.
 */
import type { MiddlewareHandler } from 'hono'
import { answerHeader } from './answer-header.ts'

const METHODS = 'GET,HEAD,PUT,POST,DELETE,PATCH,QUERY'

/** `exposed`: the headers of answers that scripts may read. */
export function anyOrigin(exposed: readonly string[]): MiddlewareHandler {
  const names = exposed.join(',')
  return (c, next) => {
    answerHeader(c, 'access-control-allow-origin', '*')
    answerHeader(c, 'access-control-expose-headers', names)
    if (c.req.method !== 'OPTIONS') return next()
    answerHeader(c, 'access-control-allow-methods', METHODS)
    const asked = c.req.header('access-control-request-headers')
    if (asked) {
      answerHeader(
        c,
        'access-control-allow-headers',
        asked
          .split(',')
          .map((name) => name.trim())
          .join(','),
      )
      answerHeader(c, 'vary', 'Access-Control-Request-Headers')
    }
    return Promise.resolve(c.body(null, 204))
  }
}
