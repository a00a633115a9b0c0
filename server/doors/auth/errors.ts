/** Refusals as exceptions, and the dialects in which they are answered. */
import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isUnavailable } from '#server/platform/db/unavailable.ts'
import type { Logger } from '#server/platform/log.ts'
import { BUDGET } from './budget.ts'
import { REFUSALS, type RefusalName } from './refusals.ts'

const VERSION_HEADER = 'X-Supabase-Api-Version'
/** The first version whose error bodies carry the error code in `code`. */
const CODED_VERSION = '2024-01-01'

/** Of the windows that are counted without telling how much of one is left. */
const LONGEST_WINDOW = BUDGET.failedAttempts.seconds

/** A refusal from the closed list; `values` fill the `{placeholders}` of its message. */
export class AuthError extends Error {
  override name = 'AuthError'
  readonly refusal: RefusalName
  readonly status: ContentfulStatusCode
  readonly code: string
  /** Seconds after which the request may succeed; set for rates. */
  readonly retryAfter: number | null

  constructor(refusal: RefusalName, values: Record<string, string | number> = {}) {
    const [status, code, message] = REFUSALS[refusal]
    super(message.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key])))
    this.refusal = refusal
    this.status = status
    this.code = code
    this.retryAfter = status === 429 ? Number(values.seconds ?? LONGEST_WINDOW) : null
  }
}

/** Some grants answer as RFC 6749 section 5.2 asks: always 400, `error` and `error_description`. */
export class OAuthError extends Error {
  override name = 'OAuthError'
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.error = error
  }
}

/**
 * Turns anything thrown into a refusal; unexpected faults are logged. A database that is briefly unavailable answers
 * 503, never 500: older clients discard their session on a 500 and retry on a 503.
 */
export function asAuthError(fault: unknown, log: Logger): AuthError {
  if (fault instanceof AuthError) return fault
  const { code, constraint_name } = fault as { code?: string; constraint_name?: string }
  if (code === '23505' && constraint_name === 'users_email_key') return new AuthError('emailTaken')
  if (code === '23505' && constraint_name === 'users_pkey') return new AuthError('userExists')
  if (isUnavailable(fault)) {
    log.warn({ err: fault }, 'auth: the database is not available')
    return new AuthError('unavailable')
  }
  const error = new AuthError('unexpected')
  log.error({ err: fault }, 'auth: unexpected failure')
  return error
}

/** RFC 6749 section 4.1.2.1 names, by the HTTP status the refusal would have had. */
const OAUTH_NAMES: Record<number, string> = {
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** A refusal as parameters for the address the browser is redirected to. */
export function detailsOf(error: AuthError) {
  return {
    error: OAUTH_NAMES[error.status] ?? 'invalid_request',
    error_code: error.code,
    error_description: error.message,
  }
}

const WEAKNESSES: Partial<Record<RefusalName, string[]>> = {
  passwordWeak: ['length'],
  passwordPlain: ['characters'],
  passwordWeakAndPlain: ['length', 'characters'],
  passwordCommon: ['pwned'],
}

/** Answers a fault in the dialect of the request's API version. */
export function answerError(c: Context, fault: unknown, log: Logger): Response {
  if (fault instanceof OAuthError) {
    return c.json({ error: fault.error, error_description: fault.message }, 400)
  }
  const error = asAuthError(fault, log)
  const reasons = WEAKNESSES[error.refusal]
  const weak = reasons ? { weak_password: { reasons } } : {}
  const version = c.req.header(VERSION_HEADER) ?? ''
  c.header('x-sb-error-code', error.code)
  if (error.retryAfter !== null) c.header('Retry-After', String(error.retryAfter))
  if (/^\d{4}-\d{2}-\d{2}$/.test(version) && version >= CODED_VERSION) {
    c.header(VERSION_HEADER, CODED_VERSION)
    return c.json({ code: error.code, message: error.message, ...weak }, error.status)
  }
  const id = error.status >= 500 ? { error_id: randomUUID() } : {}
  return c.json(
    { code: error.status, error_code: error.code, msg: error.message, ...id, ...weak },
    error.status,
  )
}
