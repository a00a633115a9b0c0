/** Database errors as PostgREST answers them: Postgres' own code, and the HTTP status it maps to. */
import { type ErrorBody, RestError } from './errors.ts'

type DatabaseFault = { code: string; message: string; detail?: string; hint?: string }
type Answer = { status: number; body: ErrorBody; headers: Record<string, string> }

export function isDatabaseFault(fault: unknown): fault is DatabaseFault {
  // At least one digit: EPIPE is not a Postgres code.
  const code = (fault as { code?: string })?.code ?? ''
  return code === 'PGRST' || /^(?=.*\d)[0-9A-Z]{5}$/.test(code)
}

/** Our own connection was refused: no caller can do anything about it, and none is told which role has no password. */
export function isLoginRefused(fault: DatabaseFault & { severity?: string }): boolean {
  return fault.severity === 'FATAL' && fault.code.startsWith('28')
}

/** `isAnonymous`: the caller is not signed in. */
export function fromDatabase(fault: DatabaseFault, isAnonymous: boolean): Answer {
  if (fault.code === 'PGRST') return raised(fault)
  const status = statusOf(fault, isAnonymous)
  const cancelled = fault.code === '57014'
  const body = {
    code: fault.code,
    details: fault.detail ?? null,
    hint: cancelled ? TOO_SLOW : (fault.hint ?? null),
    message: fault.message,
  }
  return { status, body, headers: {} }
}

const TOO_SLOW = 'The request takes too long: ask for fewer rows or relations, or with simpler filters.'

const EXACT: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42P01': 404,
  '42883': 404,
  '42P17': 500,
  '57P01': 503,
  '57P02': 503,
  '57P03': 503,
  P0001: 400,
  // More columns than a row can have: the caller asked for it.
  '54011': 400,
  '53400': 500,
}

const FAMILIES: Record<string, number> = {
  '08': 503,
  '53': 503,
  '0L': 403,
  '0P': 403,
  '28': 403,
  P0: 500,
  '09': 500,
  '25': 500,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  XX: 500,
}

function statusOf({ code, message }: DatabaseFault, isAnonymous: boolean): number {
  // raise ... using errcode = 'PT429' chooses its own status; what is none is a mistake of the function's.
  if (code.startsWith('PT')) return Number(/^PT([1-5]\d\d)$/.exec(code)?.[1] ?? 500)
  if (code === '42501') return isAnonymous ? 401 : 403
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500
  if (code === '22023' && /^role .* does not exist$/.test(message)) return 401
  return EXACT[code] ?? FAMILIES[code.slice(0, 2)] ?? 400
}

/** `raise sqlstate 'PGRST'`: the message holds the body as JSON, the detail holds the status and headers. */
function raised({ message, detail }: DatabaseFault): Answer {
  const said = objectOf(message)
  const how = objectOf(detail ?? '')
  if (typeof said?.code !== 'string' || typeof said.message !== 'string') {
    return unreadable(
      `Invalid JSON value for MESSAGE: '${message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    )
  }
  const { status, headers } = how ?? {}
  const isStatus = Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599
  if (!isStatus || typeof headers !== 'object' || headers === null) {
    return unreadable(
      detail ? `Invalid JSON value for DETAIL: '${detail}'` : 'DETAIL is missing in the RAISE statement',
      "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    )
  }
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
  const body = {
    code: said.code,
    details: said.details ?? null,
    hint: (said.hint as string | undefined) ?? null,
    message: said.message,
  }
  return { status: Number(status), body, headers: Object.fromEntries(texts) }
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return value && typeof value === 'object' ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function unreadable(details: string, hint: string): Answer {
  const message = `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`
  const { status, body } = new RestError('PGRST121', message, details, hint)
  return { status, body, headers: {} }
}
