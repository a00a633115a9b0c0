/**
 * Where a page of a statement begins: the last movement of the previous page, and the available money just before it,
 * so that balances continue without summing up what has been shown already.
 */
import * as v from 'valibot'

const shape = v.object({
  /** To the microsecond, as the ledger keeps it. */
  instant: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/)),
  id: v.pipe(v.string(), v.maxLength(200)),
  /** Centavos. */
  rest: v.pipe(v.number(), v.safeInteger()),
})
export type StatementKey = v.InferOutput<typeof shape>

export function encodeStatementKey({ instant, id, rest }: StatementKey): string {
  return Buffer.from(JSON.stringify({ instant, id, rest })).toString('base64url')
}

/** Null for anything we have not written. */
export function decodeStatementKey(text: string): StatementKey | null {
  try {
    const parsed = v.safeParse(shape, JSON.parse(Buffer.from(text, 'base64url').toString()))
    return parsed.success && !Number.isNaN(Date.parse(parsed.output.instant)) ? parsed.output : null
  } catch {
    return null
  }
}
