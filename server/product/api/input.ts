/** Parses what callers send besides the path. */
import type { Context } from 'hono'
import * as v from 'valibot'
import { REFUSALS, type Refusal } from '#domain/refusal.ts'
import { isStorable } from '../../platform/db/storable.ts'

/** The body parsed by `schema`, or why it is refused: by the name of the check that it fails, or as malformed. */
export async function readJson<Schema extends v.GenericSchema>(
  c: Context,
  schema: Schema,
): Promise<{ value: v.InferOutput<Schema> } | { refusal: Refusal }> {
  let body: unknown
  try {
    const text = await c.req.text()
    body = JSON.parse(text)
    // Only an escape sequence can introduce what no column can hold.
    if (text.includes('\\u') && !isStorable(body)) return MALFORMED
  } catch {
    return MALFORMED
  }
  const parsed = v.safeParse(schema, body)
  return parsed.success ? { value: parsed.output } : { refusal: refusalOf(parsed.issues) }
}

const MALFORMED = { refusal: 'malformed' } as const

function refusalOf([first, ...others]: readonly v.BaseIssue<unknown>[]): Refusal {
  const named = REFUSALS.find((refusal) => refusal === first?.message)
  return named && others.every(({ message }) => message === named) ? named : 'malformed'
}

/** The caller's `Idempotency-Key`: absent is null, unusable is undefined. */
export function idempotencyKey(c: Context): string | null | undefined {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return null
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : undefined
}
