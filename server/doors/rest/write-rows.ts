/** POST, PATCH and DELETE /{table}: inserts, updates or deletes rows, and returns them where `Prefer` asks for it. */
import type { Handler } from 'hono'
import { buildRead } from './build-read.ts'
import { buildDelete, buildInsert, buildUpdate } from './build-write.ts'
import type { RestEnv } from './caller.ts'
import { RestError } from './errors.ts'
import { parsePrefer, type Query, queryOf, readJson } from './parse-request.ts'
import { applied, json, wantsObject } from './respond.ts'
import { runRows, runSilently, singleOf } from './run.ts'
import type { SchemaWith } from './schema-cache.ts'
import { Statement } from './statement.ts'
import { targetOf } from './target.ts'
import type { InTransaction } from './transactions.ts'

export function writeRows(schemaWith: SchemaWith, inTransaction: InTransaction): Handler<RestEnv> {
  return async (c) => {
    const { table, schema } = await targetOf(c, schemaWith)
    const { method } = c.req
    const query = queryOf(c)
    const root = query.relations.get('')
    if (method !== 'POST' && root && (root.limit !== null || root.offset > 0)) {
      // Ignoring it would change more rows than intended.
      throw new RestError('PGRST100', 'limit and offset are not supported on writes')
    }
    const prefer = parsePrefer(c.req.header('prefer'))
    const body = method === 'DELETE' ? null : await readJson(c)
    const asObject = wantsObject(c)
    return inTransaction(c, async (tx) => {
      const statement = new Statement()
      const write =
        method === 'POST'
          ? buildInsert(statement, schema, table, query, prefer, body)
          : method === 'PATCH'
            ? buildUpdate(statement, schema, table, query, prefer, body)
            : buildDelete(statement, schema, table, query, prefer)
      applied(c, prefer)
      c.header('content-range', '*/*')
      if (prefer.representation !== 'representation') {
        await runSilently(tx, statement, write)
        return c.body(null, method === 'POST' ? 201 : 204)
      }
      const plan = buildRead(statement, schema, table, withoutFilters(query), 'written')
      const outcome = await runRows(tx, statement, { prelude: write, rows: plan.page })
      const status = method === 'POST' ? 201 : 200
      return asObject ? json(c, status, singleOf(outcome), true) : json(c, status, outcome.body)
    })
  }
}

/** All written rows are shown: the filters have already been applied. */
function withoutFilters(query: Query): Query {
  const relations = [...query.relations].map(
    ([path, asked]) => [path, path === '' ? { ...asked, filters: [] } : asked] as const,
  )
  return { ...query, relations: new Map(relations) }
}
