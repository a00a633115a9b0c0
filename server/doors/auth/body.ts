/** Reading request bodies. JSON `null` counts as absent: the official client sends it for what it does not use. */
import type { Context } from 'hono'
import * as v from 'valibot'
import { isStorable } from '#server/platform/db/storable.ts'
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
 * type, or holds what Postgres cannot store (NUL, lone surrogates, too many levels). An empty body counts as
 * `{}` only when `emptyAllowed`.
 */
export async function readBody<const S extends v.GenericSchema>(
  c: Context,
  schema: S,
  emptyAllowed = false,
): Promise<v.InferOutput<S>> {
  const result = v.safeParse(schema, await parse(c, emptyAllowed))
  if (result.success) return result.output
  const [issue] = result.issues
  throw new AuthError('badJson', { reason: `${v.getDotPath(issue) ?? 'body'}: ${issue.message}` })
}

async function parse(c: Context, emptyAllowed: boolean): Promise<unknown> {
  let body: unknown
  try {
    const raw = await c.req.text()
    body = JSON.parse(raw === '' && emptyAllowed ? '{}' : raw)
  } catch (fault) {
    // The body is not JSON, or the caller disconnected while sending it.
    throw new AuthError('badJson', { reason: (fault as Error).message })
  }
  if (!isStorable(body)) throw new AuthError('badJson', { reason: 'it holds what cannot be stored' })
  return body
}
