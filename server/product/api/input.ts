/** Parses what callers send besides the path. */
import type { Context } from 'hono'
import * as v from 'valibot'
import { isStorable } from '../../platform/db/storable.ts'

/** The body parsed by `schema`; null when it does not match. */
export async function readJson<Schema extends v.GenericSchema>(
  c: Context,
  schema: Schema,
): Promise<{ value: v.InferOutput<Schema> } | null> {
  let body: unknown
  try {
    const text = await c.req.text()
    body = JSON.parse(text)
    // Only an escape sequence can introduce what no column can hold.
    if (text.includes('\\u') && !isStorable(body)) return null
  } catch {
    return null
  }
  const parsed = v.safeParse(schema, body)
  return parsed.success ? { value: parsed.output } : null
}

/** The caller's `Idempotency-Key`: absent is null, unusable is undefined. */
export function idempotencyKey(c: Context): string | null | undefined {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return null
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : undefined
}
