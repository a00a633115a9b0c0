/** Reading request bodies. JSON `null` counts as absent: the official client sends it for what it does not use. */
import type { Context } from 'hono'
import * as v from 'valibot'
import { isStorable } from '#server/platform/db/storable.ts'
import { BUDGET } from './budget.ts'
import { AuthError } from './errors.ts'

/** A string of so many characters at most, '' when absent. */
export const textUpTo = (most: number) => v.nullish(v.pipe(v.string(), v.maxLength(most)), '')
export const text = textUpTo(BUDGET.field.limit)
/** An object of any content. */
export const json = v.pipe(v.record(v.string(), v.unknown()), v.maxEntries(BUDGET.metadataKeys.limit))
/** As above, {} when absent. */
export const metadata = v.nullish(json, {})
export const flag = v.nullish(v.boolean(), false)

/** The fields that start a PKCE flow; see pkce.ts. */
export const challengeFields = { code_challenge: text, code_challenge_method: text }

/**
 * Parses the request's JSON body as `schema`. Throws `badJson` when it is not JSON, has a field of the wrong
 * type, or holds what Postgres cannot store (NUL, lone surrogates, too many levels), and `fieldTooLong`. An empty body
 * counts as `{}` only when `emptyAllowed`.
 */
export async function readBody<const S extends v.GenericSchema>(
  c: Context,
  schema: S,
  emptyAllowed = false,
): Promise<v.InferOutput<S>> {
  const result = v.safeParse(schema, await parse(c, emptyAllowed))
  if (result.success) return result.output
  const [issue] = result.issues
  const field = v.getDotPath(issue) ?? 'body'
  const { type, requirement } = issue as { type: string; requirement?: unknown }
  if (type === 'max_length' || type === 'max_entries') {
    const unit = type === 'max_length' ? 'characters' : 'keys'
    throw new AuthError('fieldTooLong', { field, most: `${requirement} ${unit}` })
  }
  throw new AuthError('badJson', { reason: `${field}: ${issue.message}` })
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
  if (!isStorable(body, BUDGET.depth.limit))
    throw new AuthError('badJson', { reason: 'it holds what cannot be stored' })
  return body
}
