/** Answers in PostgREST's dialect: statuses, `Content-Range`, `Preference-Applied`, media types. */
import type { Context } from 'hono'
import type { ErrorBody } from './errors.ts'
import { RestError } from './errors.ts'
import type { Preferences } from './parse-request.ts'
import { type Outcome, singleOf } from './run.ts'

const OBJECT_TYPE = 'application/vnd.pgrst.object+json'
const JSON_TYPE = 'application/json'

export function wantsObject(c: Context): boolean {
  const accept = c.req.header('accept') ?? '*/*'
  if (accept.includes(OBJECT_TYPE)) return true
  if (/\*\/\*|application\/(json|\*)/.test(accept)) return false
  throw new RestError('PGRST107', `None of these media types are available: ${accept}`)
}

export function json(c: Context, status: number, body: string, asObject = false): Response {
  c.header('content-type', `${asObject ? OBJECT_TYPE : JSON_TYPE}; charset=utf-8`)
  return c.body(body, status as 200)
}

export function renderError(c: Context, status: number, body: ErrorBody): Response {
  c.header('proxy-status', `PostgREST; error=${body.code}`)
  if (status === 401)
    c.header('www-authenticate', `Bearer error="invalid_token", error_description="${body.message}"`)
  return json(c, status, JSON.stringify(body))
}

export function applied(c: Context, prefer: Preferences): void {
  if (prefer.applied.length > 0) c.header('preference-applied', prefer.applied.join(', '))
}

/** The page of a read: which rows, and out of how many when a count was requested. */
export function readAnswer(c: Context, outcome: Outcome, offset: number, asObject: boolean): Response {
  const { count, total } = outcome
  if (total !== null && offset > 0 && offset >= total) {
    throw new RestError(
      'PGRST103',
      'Requested range not satisfiable',
      `An offset of ${offset} was requested, but there are only ${total} rows.`,
    )
  }
  const range = count === 0 ? '*' : `${offset}-${offset + count - 1}`
  c.header('content-range', `${range}/${total ?? '*'}`)
  if (asObject) return json(c, 200, singleOf(outcome), true)
  const partial = total !== null && count < total
  return json(c, partial ? 206 : 200, outcome.body)
}
