/** Reads what callers send. Whatever does not fit is null, and the endpoint answers `malformed`. */
import type { Context } from 'hono'
import * as v from 'valibot'
import { isAmount } from '#domain/money.ts'

export const uuid = v.pipe(v.string(), v.uuid())
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
    body = await c.req.json()
  } catch {
    return null
  }
  const parsed = v.safeParse(schema, body)
  return parsed.success ? parsed.output : null
}

/** The caller's `Idempotency-Key`: absent is null, unusable is undefined. */
export function idempotencyKey(c: Context): string | null | undefined {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return null
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : undefined
}

const MAX_PAGE = 100
const DEFAULT_PAGE = 50

/** `?limit=` (1 to 100, 50 unless said) and `?after=` (the `next` of the page before); null when unusable. */
export function readPage(c: Context): { limit: number; after: number | null } | null {
  const limit = Number(c.req.query('limit') ?? DEFAULT_PAGE)
  const after = c.req.query('after')
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE) return null
  if (after === undefined) return { limit, after: null }
  const key = Number(after)
  return Number.isSafeInteger(key) && key > 0 ? { limit, after: key } : null
}
