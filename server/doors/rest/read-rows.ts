/** GET and HEAD /{table}: the rows that the filters and the row policies let through. */
import type { Context, Handler } from 'hono'
import { buildRead } from './build-read.ts'
import { answerBudget, type RestEnv } from './caller.ts'
import { chooseMedia } from './media.ts'
import { canonicalQuery, parseQuery, restrictToRange, rootOf } from './parse-query.ts'
import { parsePrefer, preferenceApplied } from './prefer.ts'
import { pageOf, respond, shown } from './respond.ts'
import { run } from './run.ts'
import type { KnowMore } from './schema-cache.ts'
import { qualified, Statement } from './statement.ts'
import { type Target, tableOf, withSchema } from './target.ts'
import { type InTransaction, mayEndTransaction } from './transactions.ts'

export function readRows(knowMore: KnowMore, inTransaction: InTransaction): Handler<RestEnv> {
  return (c) => withSchema(c, knowMore, (target) => read(c, target, inTransaction))
}

async function read(
  c: Context<RestEnv>,
  { schema, settings }: Target,
  inTransaction: InTransaction,
): Promise<Response> {
  const table = tableOf(c, schema)
  const parameters = new URL(c.req.url).searchParams
  const query = parseQuery(parameters)
  const canonical = canonicalQuery(parameters)
  const location = `/${encodeURIComponent(table.name)}${canonical && `?${canonical}`}`
  const prefer = parsePrefer(c.req.header('prefer'), mayEndTransaction(settings))
  const root = rootOf(query)
  if (c.req.method === 'GET') restrictToRange(root, c.req.header('range'))
  const accepted = chooseMedia(c.req.header('accept'), settings)
  const isHead = c.req.method === 'HEAD' && accepted.shape !== 'object'
  const media = isHead ? { ...accepted, shape: 'none' as const } : accepted
  const statement = new Statement()
  const { aggregates, maxRows } = settings
  const reading = { statement, schema, query, aggregates, maxRows }
  const plan = buildRead(reading, table, qualified(table.schema, table.name))
  const caller = c.get('caller')
  return inTransaction(c, { settings, schema: schema.name, prefer, readOnly: true }, async (tx) => {
    const question = { statement, source: null, page: plan.page, counted: plan, media, single: false }
    const outcome = await run(
      tx,
      { ...question, values: 'none' },
      {
        answer: caller ? answerBudget(caller) : 'anonymousAnswer',
        maxRows,
        count: prefer.count,
      },
    )
    const { body, type } = shown(media, outcome)
    if (media.plan) return respond(c, { status: 200, body, headers: { 'content-type': type } }, outcome)
    const { status, range } = pageOf(root.offset, outcome)
    const headers = {
      'content-type': type,
      'content-range': range,
      'content-location': location,
      'preference-applied': preferenceApplied(prefer, ['count', 'tx', 'handling', 'timezone']),
    }
    return respond(c, { status, body, headers }, outcome)
  })
}
