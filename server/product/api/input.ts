/** Reads what callers send. Whatever does not fit is null, and the endpoint answers `malformed`. */
import type { Context } from 'hono'
import * as v from 'valibot'
import { isAmount } from '#domain/money.ts'
import { isStorable } from '../../platform/db/storable.ts'

export const uuid = v.pipe(v.string(), v.uuid())
/** The `:uid` of the address; null when it is none. */
export function readUid(c: Context): string | null {
  const uid = c.req.param('uid')
  return v.is(uuid, uid) ? uid : null
}

/** Whole, positive centavos: no fractions, no text, no exponents past 2^53. */
export const centavos = v.pipe(
  v.number(),
  v.check((value) => isAmount(value), 'amount in centavos'),
)

export async function readBody<Schema extends v.GenericSchema>(
  c: Context,
  schema: Schema,
): Promise<v.InferOutput<Schema> | null> {
  let body: unknown
  try {
    const text = await c.req.text()
    body = JSON.parse(text)
    // Only an escape can bring in what no column holds.
    if (text.includes('\\u') && !isStorable(body)) return null
  } catch {
    return null
  }
  const parsed = v.safeParse(schema, body)
  return parsed.success ? parsed.output : null
}

/** The body as `schema` wants it; null when it is something else. */
export async function readJson<Schema extends v.GenericSchema>(
  c: Context,
  schema: Schema,
): Promise<{ value: v.InferOutput<Schema> } | null> {
  const value = await readBody(c, schema)
  return value === null ? null : { value }
}

/** The caller's `Idempotency-Key`: absent is null, unusable is undefined. */
export function idempotencyKey(c: Context): string | null | undefined {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return null
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : undefined
}

const MAX_PAGE = 100
const DEFAULT_PAGE = 50

/** `?limit=`: 1 to `most`, 50 unless said; null when unusable. */
export function readLimit(c: Context, most = MAX_PAGE): number | null {
  const limit = Number(c.req.query('limit') ?? DEFAULT_PAGE)
  return Number.isInteger(limit) && limit >= 1 && limit <= most ? limit : null
}

/** `?after=`, the number that `next` of the page before gave: absent is null, unusable is undefined. */
export function readKey(c: Context): number | null | undefined {
  const after = c.req.query('after')
  if (after === undefined) return null
  const key = Number(after)
  return Number.isSafeInteger(key) && key > 0 ? key : undefined
}

/** Both of a list whose keys are numbers; null when either is unusable. */
export function readPage(c: Context): { limit: number; after: number | null } | null {
  const limit = readLimit(c)
  const after = readKey(c)
  return limit === null || after === undefined ? null : { limit, after }
}
