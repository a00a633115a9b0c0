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
  return checked(schema, body, 'body')
}

/** Checks query parameters, which are all text. */
export function readQuery<Schema extends v.GenericSchema>(c: Context, schema: Schema): v.InferOutput<Schema> {
  return checked(schema, c.req.query(), 'querystring')
}

function checked<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  part: string,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new StorageError('InvalidRequest', `${part}/${v.getDotPath(issue) ?? ''} ${issue.message}`)
}
