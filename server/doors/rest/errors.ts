/**
 * The errors of this door: PostgREST's numbered families, and Postgres' own codes with the HTTP status they map to.
 */

const STATUS = {
  PGRST100: 400,
  PGRST101: 405,
  PGRST102: 400,
  PGRST103: 416,
  PGRST106: 406,
  PGRST107: 406,
  PGRST108: 400,
  PGRST116: 406,
  PGRST122: 400,
  PGRST125: 404,
  PGRST200: 400,
  PGRST201: 300,
  PGRST202: 404,
  PGRST204: 400,
  PGRST205: 404,
  PGRST301: 401,
  PGRST303: 401,
} as const
export type RestErrorCode = keyof typeof STATUS

export type ErrorBody = { code: string; details: unknown; hint: string | null; message: string }

export class RestError extends Error {
  override name = 'RestError'
  status: number
  body: ErrorBody
  constructor(code: RestErrorCode, message: string, details: unknown = null, hint: string | null = null) {
    super(message)
    this.status = STATUS[code]
    this.body = { code, details, hint, message }
  }
}

type PostgresFault = { code: string; message: string; detail?: string; hint?: string }

export function isPostgresFault(fault: unknown): fault is PostgresFault {
  // At least one digit: EPIPE is not a Postgres code.
  return /^(?=.*\d)[0-9A-Z]{5}$/.test((fault as { code?: string })?.code ?? '')
}

/** Status and body for a database error, as PostgREST maps them. `isAnon`: the caller is not signed in. */
export function fromPostgres(fault: PostgresFault, isAnon: boolean): { status: number; body: ErrorBody } {
  const body = {
    code: fault.code,
    details: fault.detail ?? null,
    hint: fault.hint ?? null,
    message: fault.message,
  }
  return { status: statusOf(fault.code, isAnon), body }
}

function statusOf(code: string, isAnon: boolean): number {
  // raise ... using errcode = 'PT429' chooses its own status.
  const own = /^PT([1-5]\d\d)$/.exec(code)?.[1]
  if (own) return Number(own)
  const exact: Record<string, number> = {
    '42501': isAnon ? 401 : 403,
    '23503': 409,
    '23505': 409,
    '25006': 405,
    '42P01': 404,
    '42883': 404,
    '42P17': 500,
    '21000': 500,
    '57P01': 503,
    '57P02': 503,
    '57P03': 503,
    P0001: 400,
    // More columns than a row can have: the caller asked for it, so it is no fault of ours, as in PostgREST.
    '54011': 400,
    '53400': 500,
  }
  const known = exact[code]
  if (known) return known
  const family: Record<string, number> = {
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
  return family[code.slice(0, 2)] ?? 400
}
