/** POST, PATCH and DELETE /{table}: writes rows, and returns them where `Prefer` asks for it. */
import type { Context, Handler } from 'hono'
import { buildRead } from './build-read.ts'
import { buildDelete, buildInsert, buildUpdate } from './build-write.ts'
import { answerBudget, type RestEnv } from './caller.ts'
import { findRelationship } from './find-relationship.ts'
import { chooseShape, contentTypeOf } from './media.ts'
import { type Body, readRows } from './parse-body.ts'
import { emptyRelation, parseQuery, type Query } from './parse-query.ts'
import type { SelectItem } from './parse-select.ts'
import { type Preferences, parsePrefer, preferenceApplied } from './prefer.ts'
import { checkSingle, respond } from './respond.ts'
import { type Outcome, run } from './run.ts'
import type { Schema, TableInfo } from './schema.ts'
import type { KnowMore } from './schema-cache.ts'
import { ident, Statement } from './statement.ts'
import { tableOf, withSchema } from './target.ts'
import type { InTransaction } from './transactions.ts'

type Method = 'POST' | 'PATCH' | 'DELETE'

export function writeRows(knowMore: KnowMore, inTransaction: InTransaction): Handler<RestEnv> {
  return async (c) => {
    const body = c.req.method === 'DELETE' ? null : await readRows(c)
    return withSchema(c, knowMore, (schema) => write(c, schema, body, inTransaction))
  }
}

async function write(
  c: Context<RestEnv>,
  schema: Schema,
  body: Body | null,
  inTransaction: InTransaction,
): Promise<Response> {
  const method = c.req.method as Method
  const table = tableOf(c, schema)
  const query = parseQuery(new URL(c.req.url).searchParams)
  const prefer = parsePrefer(c.req.header('prefer'))
  const accepted = chooseShape(c.req.header('accept'))
  const isShown = prefer.return === 'representation'
  const statement = new Statement()
  const page = isShown
    ? buildRead({ statement, schema, query: asWritten(query) }, table, 'pgrst_source').page
    : 'select * from pgrst_source'
  const returning = (isShown && neededOf(schema, table, query.select).join(', ')) || '1 as pgrst_row'
  const change = { statement, table, query, prefer, returning }
  const source =
    body === null
      ? buildDelete(change)
      : method === 'PATCH'
        ? buildUpdate(change, body)
        : buildInsert(change, body)
  const question = { statement, source, page, counted: null, shape: isShown ? accepted : ('none' as const) }
  return inTransaction(c, 'read write', async (tx) => {
    const outcome = await run(tx, question, answerBudget(c.get('caller')))
    checkSingle(accepted, outcome)
    return respond(c, {
      status: statusOf(method, prefer, outcome),
      body: isShown ? outcome.body : null,
      headers: {
        'content-type': isShown ? contentTypeOf(accepted) : null,
        'content-range': rangeOf(method, prefer, outcome),
        'preference-applied': appliedTo(method, table, query, prefer),
      },
    })
  })
}

/** All written rows are shown: the filters have already been applied, and their order is nobody's. */
function asWritten(query: Query): Query {
  return { ...query, relations: new Map([...query.relations, ['', emptyRelation()]]) }
}

/** Only what will be shown is brought: a role that may write a row need not be allowed to read all of it. */
function neededOf(schema: Schema, table: TableInfo, items: SelectItem[]): string[] {
  const needed = new Set<string>()
  for (const item of items) {
    const columns =
      item.kind === 'all'
        ? table.columns.keys()
        : item.kind === 'column'
          ? [item.column]
          : findRelationship(schema, table.name, item).pairs.map(([own]) => own)
    for (const column of columns) needed.add(column)
  }
  return [...needed].map((column) => `${ident(table.name)}.${ident(column)}`)
}

function statusOf(method: Method, prefer: Preferences, { count, updated }: Outcome): number {
  if (method === 'POST') return count <= updated && prefer.resolution === 'merge-duplicates' ? 200 : 201
  return prefer.return === 'representation' ? 200 : 204
}

function rangeOf(method: Method, prefer: Preferences, { count }: Outcome): string {
  const range = method === 'PATCH' && count > 0 ? `0-${count - 1}` : '*'
  return `${range}/${prefer.count === 'exact' ? count : '*'}`
}

function appliedTo(method: Method, table: TableInfo, query: Query, prefer: Preferences): string | null {
  const hasTarget = table.primaryKey.length > 0 || query.onConflict !== null
  return preferenceApplied(prefer, [
    ...(method === 'POST' && hasTarget ? (['resolution'] as const) : []),
    ...(method === 'DELETE' ? [] : (['missing'] as const)),
    ...(['return', 'count', 'handling'] as const),
  ])
}
