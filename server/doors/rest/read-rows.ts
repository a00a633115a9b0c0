/** GET and HEAD /{table}: the rows that the filters and the row policies let through. */
import type { Handler } from 'hono'
import { buildRead } from './build-read.ts'
import type { RestEnv } from './caller.ts'
import { parsePrefer, parseRange, queryOf } from './parse-request.ts'
import { applied, readAnswer, wantsObject } from './respond.ts'
import { runRows } from './run.ts'
import type { SchemaWith } from './schema-cache.ts'
import { ident, Statement } from './statement.ts'
import { targetOf } from './target.ts'
import type { InTransaction } from './transactions.ts'

export function readRows(schemaWith: SchemaWith, inTransaction: InTransaction): Handler<RestEnv> {
  return async (c) => {
    const { table, schema } = await targetOf(c, schemaWith)
    const query = queryOf(c)
    const prefer = parsePrefer(c.req.header('prefer'))
    const range = parseRange(c.req.header('range'))
    const root = query.relations.get('')
    if (root && range) {
      root.offset ||= range.offset
      root.limit ??= range.limit
    }
    const asObject = wantsObject(c)
    const statement = new Statement()
    const plan = buildRead(statement, schema, table, query, `public.${ident(table.name)}`)
    return inTransaction(c, async (tx) => {
      const outcome = await runRows(tx, statement, { rows: plan.page, total: prefer.count ? plan.all : null })
      applied(c, prefer)
      return readAnswer(c, outcome, root?.offset ?? 0, asObject)
    })
  }
}
