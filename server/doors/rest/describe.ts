/** GET / says what is here; OPTIONS says what may be done with it. */
import type { Context, Handler } from 'hono'
import type { RestEnv } from './caller.ts'
import { RestError } from './errors.ts'
import { openApi } from './openapi.ts'
import { parsePrefer } from './prefer.ts'
import { respond } from './respond.ts'
import type { Schema, TableInfo } from './schema.ts'
import type { KnowMore } from './schema-cache.ts'
import { tableOf, withSchema } from './target.ts'
import type { InTransaction } from './transactions.ts'

const TYPE = 'application/openapi+json'
const ACCEPTED = [TYPE, 'application/json', 'application/*', '*/*']

/** The exposed schema as OpenAPI 2: the tables and functions that the caller's role may use. */
export function describeSchema(knowMore: KnowMore, inTransaction: InTransaction): Handler<RestEnv> {
  return (c) =>
    withSchema(c, knowMore, async ({ schema, settings }) => {
      const accept = c.req.header('accept') ?? '*/*'
      const types = accept.split(',').map((type) => type.split(';')[0]?.trim() ?? '')
      if (!types.some((type) => ACCEPTED.includes(type))) {
        throw new RestError('PGRST107', `None of these media types are available: ${types.join(', ')}`)
      }
      const prefer = parsePrefer(undefined)
      return inTransaction(c, { settings, schema: schema.name, prefer, readOnly: true }, async (tx) => {
        const [usable] = await tx<{ tables: string[]; functions: string[] }[]>`
          select
            coalesce((
              select json_agg(r.relname) from pg_class r
              join pg_namespace n on n.oid = r.relnamespace and n.nspname = ${schema.name}
              where has_schema_privilege(n.oid, 'usage')
                and (has_any_column_privilege(r.oid, 'select, insert, update') or has_table_privilege(r.oid, 'delete'))
                and r.relkind in ('r', 'p', 'v', 'm', 'f')
            ), '[]') as tables,
            coalesce((
              select json_agg(distinct p.proname) from pg_proc p
              join pg_namespace n on n.oid = p.pronamespace and n.nspname = ${schema.name}
              where has_schema_privilege(n.oid, 'usage') and has_function_privilege(p.oid, 'execute')
            ), '[]') as functions`
        const body = JSON.stringify(
          openApi(c, narrowed(schema, usable?.tables ?? [], usable?.functions ?? [])),
        )
        const headers = { 'content-type': `${TYPE}; charset=utf-8` }
        return respond(c, { status: 200, body, headers }, { status: null, headers: null })
      })
    })
}

function narrowed(schema: Schema, tables: string[], functions: string[]): Schema {
  return {
    ...schema,
    tables: new Map([...schema.tables].filter(([name]) => tables.includes(name))),
    functions: new Map([...schema.functions].filter(([name]) => functions.includes(name))),
  }
}

export function allowOnRoot(c: Context): Response {
  return allowed(c, ['OPTIONS', 'GET', 'HEAD'])
}

export function allowOnTable(knowMore: KnowMore): Handler {
  return (c) => withSchema(c, knowMore, async ({ schema }) => allowed(c, methodsOf(tableOf(c, schema))))
}

/** Throws PGRST202 for a function that does not exist. */
export function allowOnFunction(knowMore: KnowMore): Handler {
  return (c) =>
    withSchema(c, knowMore, async ({ schema }) => {
      const name = c.req.param('function') ?? ''
      const [info] = schema.functions.get(name) ?? []
      if (!info) {
        const called = `${schema.name}.${name}`
        throw new RestError(
          'PGRST202',
          `Could not find the function ${called} without parameters in the schema cache`,
        )
      }
      return allowed(
        c,
        info.volatility === 'volatile' ? ['OPTIONS', 'POST'] : ['OPTIONS', 'GET', 'HEAD', 'POST'],
      )
    })
}

function methodsOf({ insertable, updatable, deletable, primaryKey }: TableInfo): string[] {
  return [
    ...['OPTIONS', 'GET', 'HEAD'],
    ...(insertable ? ['POST'] : []),
    ...(insertable && updatable && primaryKey.length > 0 ? ['PUT'] : []),
    ...(updatable ? ['PATCH'] : []),
    ...(deletable ? ['DELETE'] : []),
  ]
}

function allowed(c: Context, methods: string[]): Response {
  c.header('allow', methods.join(','))
  c.header('access-control-allow-origin', '*')
  return c.body(null, 200)
}
