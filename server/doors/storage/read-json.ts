/** The JSON body of a request, checked against a schema. */
import type { Context } from 'hono'
import * as v from 'valibot'
import { isStorable } from '../../platform/db/storable.ts'
import { StorageError } from './errors.ts'

/** Throws InvalidRequest, saying which field, for a body that the schema or the database cannot take. */
export async function readJson<Schema extends v.GenericSchema>(
  c: Context,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const body: unknown = await c.req.json().catch(() => null)
  if (!isStorable(body)) throw new StorageError('InvalidRequest')
  const parsed = v.safeParse(schema, body)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new StorageError('InvalidRequest', `body/${v.getDotPath(issue) ?? ''} ${issue.message}`)
}
