/** The table that a request's address and headers name, and its schema. */
import type { Context } from 'hono'
import { RestError } from './errors.ts'
import type { Schema, SchemaWith, TableInfo } from './schema-cache.ts'

const SCHEMA = 'public'

/** Throws PGRST106 for another schema and PGRST205 for a table that does not exist. */
export async function targetOf(
  c: Context,
  schemaWith: SchemaWith,
): Promise<{ table: TableInfo; schema: Schema }> {
  const profile = c.req.header('accept-profile') ?? c.req.header('content-profile') ?? SCHEMA
  if (profile !== SCHEMA) {
    throw new RestError(
      'PGRST106',
      `Invalid schema: ${profile}`,
      null,
      `Only the following schemas are exposed: ${SCHEMA}`,
    )
  }
  const name = c.req.param('table') ?? ''
  const schema = await schemaWith((known) => known.tables.has(name))
  const table = schema.tables.get(name)
  if (!table) throw new RestError('PGRST205', `Could not find the table 'public.${name}' in the schema cache`)
  return { table, schema }
}
