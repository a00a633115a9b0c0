/** The errors that this door raises itself, with PostgREST's codes and statuses. */

const STATUS = {
  PGRST100: 400,
  PGRST101: 405,
  PGRST102: 400,
  PGRST103: 416,
  PGRST106: 406,
  PGRST107: 406,
  PGRST108: 400,
  PGRST109: 400,
  PGRST116: 406,
  PGRST117: 405,
  PGRST122: 400,
  PGRST123: 400,
  PGRST125: 404,
  PGRST126: 404,
  PGRST200: 400,
  PGRST201: 300,
  PGRST202: 404,
  PGRST204: 400,
  PGRST205: 404,
  PGRST301: 401,
  PGRST303: 401,
  // Postgres' own "duplicate alias".
  '42712': 400,
  // Postgres' own "program limit exceeded", for what is too large to be answered: the caller can ask for less.
  '54000': 400,
} as const
export type RestErrorCode = keyof typeof STATUS

export type ErrorBody = { code: string; details: unknown; hint: string | null; message: string }

export class RestError extends Error {
  override name = 'RestError'
  status: number
  body: ErrorBody
  headers: Record<string, string> = {}
  constructor(code: RestErrorCode, message: string, details: unknown = null, hint: string | null = null) {
    super(message)
    this.status = STATUS[code]
    this.body = { code, details, hint, message }
  }
}

/** The rows asked for are not there. `total`: how many there are. */
export function outOfRange(offset: number, total: number): RestError {
  const error = new RestError(
    'PGRST103',
    'Requested range not satisfiable',
    `An offset of ${offset} was requested, but there are only ${total} rows.`,
  )
  error.headers['content-range'] = `*/${total}`
  return error
}
