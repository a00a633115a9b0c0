/** Reading request bodies. JSON `null` counts as absent: the official client sends it for what it does not use. */
import type { Context } from 'hono'
import * as v from 'valibot'
import { AuthError } from './errors.ts'

/** A string, '' when absent. */
export const text = v.nullish(v.string(), '')
/** An object of any content, {} when absent. */
export const metadata = v.nullish(v.record(v.string(), v.unknown()), {})
export const flag = v.nullish(v.boolean(), false)

/** The fields that start a PKCE flow; see pkce.ts. */
export const challengeFields = { code_challenge: text, code_challenge_method: text }

/**
 * Parses the request's JSON body as `schema`. Throws `badJson` when it is not JSON, has a field of the wrong
 * type, or holds text that Postgres cannot store (NUL, lone surrogates). An empty body counts as `{}` only
 * when `emptyAllowed`.
 */
export async function readBody<const S extends v.GenericSchema>(
  c: Context,
  schema: S,
  emptyAllowed = false,
): Promise<v.InferOutput<S>> {
  const raw = await c.req.text()
  const result = v.safeParse(schema, parse(raw === '' && emptyAllowed ? '{}' : raw))
  if (result.success) return result.output
  const [issue] = result.issues
  throw new AuthError('badJson', { reason: `${v.getDotPath(issue) ?? 'body'}: ${issue.message}` })
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw, (key, value) => {
      assertStorable(key)
      if (typeof value === 'string') assertStorable(value)
      return value
    })
  } catch (fault) {
    if (fault instanceof SyntaxError) throw new AuthError('badJson', { reason: fault.message })
    throw fault
  }
}

function assertStorable(value: string) {
  if (value.includes('\0') || !value.isWellFormed()) {
    throw new AuthError('badJson', { reason: 'text contains a character that cannot be stored' })
  }
}
