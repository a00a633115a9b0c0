/** What a request's address and headers name, in the schema that is known. */
import type { Context } from 'hono'
import { isDatabaseFault } from './database-faults.ts'
import { RestError } from './errors.ts'
import { EXPOSED, type Schema, type TableInfo } from './schema.ts'
import type { KnowMore } from './schema-cache.ts'

/** What may be missing because the schema has changed since it was read. */
const MISSING = ['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205', '42703', '42P01', '42883']

/** Answers with what is known of the schema; once more, if something is missing in it and it has changed. */
export async function withSchema(
  c: Context,
  knowMore: KnowMore,
  answer: (schema: Schema) => Promise<Response>,
): Promise<Response> {
  checkProfile(c)
  const known = await knowMore()
  try {
    return await answer(known)
  } catch (fault) {
    const code = fault instanceof RestError ? fault.body.code : isDatabaseFault(fault) ? fault.code : ''
    if (!MISSING.includes(code)) throw fault
    const more = await knowMore(known)
    if (more === known) throw fault
    return answer(more)
  }
}

/** Throws PGRST106 where another schema is named than the one that is exposed. */
function checkProfile(c: Context): void {
  const reads = ['GET', 'HEAD'].includes(c.req.method)
  const profile = c.req.header(reads ? 'accept-profile' : 'content-profile') ?? EXPOSED
  if (profile === EXPOSED) return
  throw new RestError(
    'PGRST106',
    `Invalid schema: ${profile}`,
    null,
    `Only the following schemas are exposed: ${EXPOSED}`,
  )
}

/** Throws PGRST205 for a table that does not exist. */
export function tableOf(c: Context, schema: Schema): TableInfo {
  const name = c.req.param('table') ?? ''
  const table = schema.tables.get(name)
  if (table) return table
  throw new RestError('PGRST205', `Could not find the table '${EXPOSED}.${name}' in the schema cache`)
}
