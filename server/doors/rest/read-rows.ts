/** GET and HEAD /{table}: the rows that the filters and the row policies let through. */
import type { Context, Handler } from 'hono'
import { buildRead } from './build-read.ts'
import { answerBudget, type RestEnv } from './caller.ts'
import { chooseShape, contentTypeOf, type Shape } from './media.ts'
import { canonicalQuery, parseQuery, restrictToRange, rootOf } from './parse-query.ts'
import { parsePrefer, preferenceApplied } from './prefer.ts'
import { checkSingle, pageOf, respond } from './respond.ts'
import { run } from './run.ts'
import { EXPOSED, type Schema } from './schema.ts'
import type { KnowMore } from './schema-cache.ts'
import { qualified, Statement } from './statement.ts'
import { tableOf, withSchema } from './target.ts'
import type { InTransaction } from './transactions.ts'

export function readRows(knowMore: KnowMore, inTransaction: InTransaction): Handler<RestEnv> {
  return (c) => withSchema(c, knowMore, (schema) => read(c, schema, inTransaction))
}

async function read(c: Context<RestEnv>, schema: Schema, inTransaction: InTransaction): Promise<Response> {
  const table = tableOf(c, schema)
  const parameters = new URL(c.req.url).searchParams
  const query = parseQuery(parameters)
  const canonical = canonicalQuery(parameters)
  const prefer = parsePrefer(c.req.header('prefer'))
  const root = rootOf(query)
  if (c.req.method === 'GET') restrictToRange(root, c.req.header('range'))
  const accepted = chooseShape(c.req.header('accept'))
  const shape: Shape = c.req.method === 'HEAD' && accepted === 'array' ? 'none' : accepted
  const statement = new Statement()
  const { page, all } = buildRead({ statement, schema, query }, table, qualified(EXPOSED, table.name))
  const counted = prefer.count === 'exact' ? all : null
  return inTransaction(c, 'read only', async (tx) => {
    const question = { statement, source: null, page, counted, shape }
    const outcome = await run(tx, question, answerBudget(c.get('caller')))
    checkSingle(shape, outcome)
    const { status, range } = pageOf(root.offset, outcome)
    const headers = {
      'content-type': contentTypeOf(shape),
      'content-range': range,
      'content-location': `/${encodeURIComponent(table.name)}${canonical && `?${canonical}`}`,
      'preference-applied': preferenceApplied(prefer, ['count', 'handling']),
    }
    return respond(c, { status, body: outcome.body, headers })
  })
}
