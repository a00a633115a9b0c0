/** Answers in PostgREST's dialect: statuses, `Content-Range`, `Preference-Applied`, media types. */
import type { Context } from 'hono'
import { type ErrorBody, outOfRange, RestError } from './errors.ts'
import type { Media } from './media.ts'
import type { Outcome } from './run.ts'

export type Answer = {
  status: number
  /** Null for none. */
  body: string | Uint8Array<ArrayBuffer> | null
  headers: Record<string, string | null>
}

const NO_BODY = [101, 204, 205, 304]

/** What the database says of status and headers goes before what the door would say. */
export function respond(
  c: Context,
  answer: Answer,
  { status, headers }: Pick<Outcome, 'status' | 'headers'>,
): Response {
  for (const [name, value] of Object.entries(answer.headers)) if (value !== null) c.header(name, value)
  const own = headersOf(headers)
  for (const [name] of own) c.header(name, undefined)
  for (const [name, value] of own) c.header(name, value, { append: true })
  const effective = status === null ? answer.status : statusOf(status)
  const body = NO_BODY.includes(effective) || c.req.method === 'HEAD' ? null : answer.body
  return body === null ? c.body(null, effective as 200) : c.body(body as string, effective as 200)
}

function statusOf(text: string): number {
  const status = Number(text)
  if (Number.isInteger(status) && status >= 200 && status <= 599) return status
  throw new RestError('PGRST112', 'response.status guc must be a valid status code')
}

function headersOf(text: string | null): [string, string][] {
  if (text === null) return []
  try {
    const list = JSON.parse(text) as unknown
    if (!Array.isArray(list)) throw new Error('not a list')
    return list.map((entry: unknown) => {
      const [[name, value] = [], ...more] = Object.entries(entry as object)
      if (typeof name !== 'string' || typeof value !== 'string' || more.length > 0)
        throw new Error('not a header')
      new Headers([[name, value]])
      return [name, value] as [string, string]
    })
  } catch {
    throw new RestError(
      'PGRST111',
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    )
  }
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

/** The body of an answer with its type. Throws PGRST116 where one row was asked for and there is another number. */
export function shown(
  media: Media,
  outcome: Outcome,
  bytes = false,
): Pick<Answer, 'body'> & { type: string } {
  checkSingle(media, outcome)
  const body =
    media.shape === 'raw' && bytes ? Uint8Array.from(Buffer.from(outcome.body, 'hex')) : outcome.body
  return { body, type: media.contentType }
}

/** `.single()`: exactly one row; anything else rolls the request back. */
export function checkSingle({ shape, plan }: Media, { count }: Outcome): void {
  if (shape !== 'object' || plan || count === 1) return
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
