/** Answers in PostgREST's dialect: statuses, `Content-Range`, `Preference-Applied`, media types. */
import type { Context } from 'hono'
import { type ErrorBody, outOfRange, RestError } from './errors.ts'
import type { Shape } from './media.ts'
import type { Outcome } from './run.ts'

export type Answer = {
  status: number
  /** Null for none. */
  body: string | null
  headers: Record<string, string | null>
}

export function respond(c: Context, { status, body, headers }: Answer): Response {
  for (const [name, value] of Object.entries(headers)) if (value !== null) c.header(name, value)
  const sent = status === 204 || c.req.method === 'HEAD' ? null : body
  return sent === null ? c.body(null, status as 200) : c.body(sent, status as 200)
}

const FAULTS_OF_TOKENS = ['PGRST301', 'PGRST303']

export function renderError(
  c: Context,
  status: number,
  body: ErrorBody,
  headers: Record<string, string> = {},
): Response {
  c.header('proxy-status', `PostgREST; error=${body.code}`)
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  if (status === 401 && !FAULTS_OF_TOKENS.includes(body.code)) c.header('www-authenticate', 'Bearer')
  else if (status === 401) {
    const said = body.message.replace(/[^\x20-\x7e]|["\\]/g, '')
    c.header('www-authenticate', `Bearer error="invalid_token", error_description="${said}"`)
  }
  c.header('content-type', 'application/json; charset=utf-8')
  return c.body(JSON.stringify(body), status as 200)
}

/** `.single()`: exactly one row; anything else rolls the request back. Throws PGRST116. */
export function checkSingle(shape: Shape, { count }: Outcome): void {
  if (shape !== 'object' || count === 1) return
  throw new RestError(
    'PGRST116',
    'Cannot coerce the result to a single JSON object',
    `The result contains ${count} rows`,
  )
}

/** Which rows of how many, and the status that says whether those are all. Throws PGRST103 for an offset beyond. */
export function pageOf(offset: number, { count, total }: Outcome): { status: number; range: string } {
  if (total !== null && offset > total) throw outOfRange(offset, total)
  const range = count === 0 ? '*' : `${offset}-${offset + count - 1}`
  return {
    status: total !== null && count < total ? 206 : 200,
    range: `${total === 0 ? '*' : range}/${total ?? '*'}`,
  }
}
