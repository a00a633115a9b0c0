/** What a request's address and headers name, in the schema that is known. */
import type { Context } from 'hono'
import { isDatabaseFault } from './database-faults.ts'
import { RestError } from './errors.ts'
import type { RestSettings } from './options.ts'
import type { Schema, TableInfo } from './schema.ts'
import type { KnowMore, Known } from './schema-cache.ts'
import { closest } from './suggest.ts'

export type Target = { schema: Schema; settings: RestSettings }

/** What may be missing because the schema has changed since it was read. */
const MISSING = ['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205', '42703', '42P01', '42883']

/** Answers with what is known of the schema; once more, if something is missing in it and it has changed. */
export async function withSchema(
  c: Context,
  knowMore: KnowMore,
  answer: (target: Target) => Promise<Response>,
): Promise<Response> {
  const known = await knowMore()
  try {
    return await answer(schemaOf(c, known))
  } catch (fault) {
    const code = fault instanceof RestError ? fault.body.code : isDatabaseFault(fault) ? fault.code : ''
    if (!MISSING.includes(code)) throw fault
    const more = await knowMore(known)
    if (more === known) throw fault
    return answer(schemaOf(c, more))
  }
}

/** Throws PGRST106 for a schema that is not exposed. */
function schemaOf(c: Context, { settings, schemas }: Known): Target {
  const reads = ['GET', 'HEAD'].includes(c.req.method)
  const profile = c.req.header(reads ? 'accept-profile' : 'content-profile')
  const schema = schemas.get(profile ?? settings.schemas[0] ?? '')
  if (!schema) {
    const exposed = settings.schemas.join(', ')
    throw new RestError(
      'PGRST106',
      `Invalid schema: ${profile}`,
      null,
      `Only the following schemas are exposed: ${exposed}`,
    )
  }
  if (settings.schemas.length > 1) c.header('content-profile', schema.name)
  return { schema, settings }
}

/** Throws PGRST205 for a table that does not exist. */
export function tableOf(c: Context, schema: Schema): TableInfo {
  const name = c.req.param('table') ?? ''
  const table = schema.tables.get(name)
  if (table) return table
  const other = closest(name, schema.tables.keys(), 0.33)
  throw new RestError(
    'PGRST205',
    `Could not find the table '${schema.name}.${name}' in the schema cache`,
    null,
    other && `Perhaps you meant the table '${schema.name}.${other}'`,
  )
}
