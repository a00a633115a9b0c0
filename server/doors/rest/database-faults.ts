/** Database errors as PostgREST answers them: Postgres' own code, and the HTTP status it maps to. */
import type { ErrorBody } from './errors.ts'

type DatabaseFault = { code: string; message: string; detail?: string; hint?: string }
type Answer = { status: number; body: ErrorBody }

export function isDatabaseFault(fault: unknown): fault is DatabaseFault {
  // At least one digit: EPIPE is not a Postgres code.
  const code = (fault as { code?: string })?.code ?? ''
  return /^(?=.*\d)[0-9A-Z]{5}$/.test(code)
}

/** Our own connection was refused: no caller can do anything about it, and none is told which role has no password. */
export function isLoginRefused(fault: DatabaseFault & { severity?: string }): boolean {
  return fault.severity === 'FATAL' && fault.code.startsWith('28')
}

/** `isAnonymous`: the caller is not signed in. */
export function fromDatabase(fault: DatabaseFault, isAnonymous: boolean): Answer {
  const status = statusOf(fault, isAnonymous)
  const cancelled = fault.code === '57014'
  const body = {
    code: fault.code,
    details: fault.detail ?? null,
    hint: cancelled ? TOO_SLOW : (fault.hint ?? null),
    message: fault.message,
  }
  return { status, body }
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
