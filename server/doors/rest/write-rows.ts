/** POST, PATCH, DELETE and PUT /{table}: writes rows, and returns them where `Prefer` asks for it. */
import type { Context, Handler } from 'hono'
import { buildRead } from './build-read.ts'
import { buildDelete, buildInsert, buildUpdate, type Write } from './build-write.ts'
import { answerBudget, type RestEnv } from './caller.ts'
import { RestError } from './errors.ts'
import { chooseMedia } from './media.ts'
import { type Body, readRows } from './parse-body.ts'
import { emptyRelation, parseQuery, type Query } from './parse-query.ts'
import { type Preferences, parsePrefer, preferenceApplied } from './prefer.ts'
import { checkReplacement, replacementConditions } from './replace-row.ts'
import { checkSingle, respond } from './respond.ts'
import { broughtFor } from './returning.ts'
import { type Outcome, type Question, run } from './run.ts'
import type { TableInfo } from './schema.ts'
import type { KnowMore } from './schema-cache.ts'
import { ident, Statement } from './statement.ts'
import { type Target, tableOf, withSchema } from './target.ts'
import { type InTransaction, mayEndTransaction } from './transactions.ts'

export function writeRows(knowMore: KnowMore, inTransaction: InTransaction): Handler<RestEnv> {
  return async (c) => {
    const body = c.req.method === 'DELETE' ? null : await readRows(c)
    return withSchema(c, knowMore, (target) => write(c, target, body, inTransaction))
  }
}

async function write(
  c: Context<RestEnv>,
  { schema, settings }: Target,
  body: Body | null,
  inTransaction: InTransaction,
): Promise<Response> {
  const table = tableOf(c, schema)
  const query = parseQuery(new URL(c.req.url).searchParams)
  const prefer = parsePrefer(c.req.header('prefer'), mayEndTransaction(settings))
  const media = chooseMedia(c.req.header('accept'), settings)
  const statement = new Statement()
  const isShown = prefer.return === 'representation'
  const brought = isShown ? broughtFor(schema, table, query.select, table.name) : null
  const reading = {
    statement,
    schema,
    query: asWritten(query),
    aggregates: settings.aggregates,
    maxRows: null,
  }
  const shape = { star: brought?.star ?? null, whole: false }
  const plan = isShown ? buildRead(reading, table, 'pgrst_source', shape) : null
  const returning = brought ? brought.columns.join(', ') || '1' : minimal(c, table, prefer)
  const source = writeSql(c.req.method, { statement, table, query, prefer, returning }, body)
  const location = prefer.return === 'headers-only' && c.req.method === 'POST'
  const question: Question = {
    statement,
    source,
    page: plan?.page ?? `select * from pgrst_source`,
    counted: null,
    media: isShown ? media : { ...media, shape: location ? 'array' : 'none' },
    values: 'none',
    single: false,
  }
  const caller = c.get('caller')
  return inTransaction(c, { settings, schema: schema.name, prefer, readOnly: false }, async (tx) => {
    const answer = caller ? answerBudget(caller) : ('anonymousAnswer' as const)
    const outcome = await run(tx, question, { answer, maxRows: null, count: null })
    const headers = { 'content-type': media.contentType }
    if (media.plan) return respond(c, { status: 200, body: outcome.body, headers }, outcome)
    checkSingle(media, outcome)
    checkAffected(prefer, outcome, c.req.method)
    if (c.req.method === 'PUT') checkReplacement(outcome)
    return answerWrite(c, { table, query, prefer, type: media.contentType }, outcome)
  })
}

/** All written rows are shown: the filters have already been applied, and their order is nobody's. */
function asWritten(query: Query): Query {
  return { ...query, relations: new Map([...query.relations, ['', emptyRelation()]]) }
}

/** Of what is not shown, nothing has to be readable; but where a row is, its key says. */
function minimal(c: Context, table: TableInfo, prefer: Preferences): string {
  const isLocated = prefer.return === 'headers-only' && c.req.method === 'POST'
  const columns = isLocated ? table.primaryKey : []
  return columns.map((column) => `${ident(table.name)}.${ident(column)}`).join(', ') || '1 as pgrst_row'
}

function writeSql(method: string, write: Write, body: Body | null): string {
  if (body === null) return buildDelete(write)
  if (method === 'PATCH') return buildUpdate(write, body)
  if (method === 'POST') return buildInsert(write, body)
  const only = replacementConditions(write)
  return buildInsert({ ...write, prefer: { ...write.prefer, resolution: 'merge-duplicates' } }, body, only)
}

function checkAffected({ maxAffected }: Preferences, { count }: Outcome, method: string): void {
  if (maxAffected === null || !['PATCH', 'DELETE'].includes(method) || count <= maxAffected) return
  throw new RestError(
    'PGRST124',
    'Query result exceeds max-affected preference constraint',
    `The query affects ${count} rows`,
  )
}

function answerWrite(
  c: Context,
  asked: { table: TableInfo; query: Query; prefer: Preferences; type: string },
  outcome: Outcome,
): Response {
  const { table, query, prefer, type } = asked
  const { method } = c.req
  const isShown = prefer.return === 'representation'
  const hasTarget = table.primaryKey.length > 0 || query.onConflict !== null
  const names = {
    POST: [...(hasTarget ? (['resolution'] as const) : []), 'missing' as const],
    PATCH: ['missing', 'maxAffected'] as const,
    DELETE: ['maxAffected'] as const,
    PUT: [],
  }[method as 'POST']
  const applied = preferenceApplied(prefer, [...names, 'return', 'count', 'tx', 'handling', 'timezone'])
  const total = prefer.count === 'exact' || prefer.count === 'estimated' ? outcome.count : '*'
  const range = method === 'PATCH' && outcome.count > 0 ? `0-${outcome.count - 1}` : '*'
  const headers = {
    'content-type': isShown ? type : null,
    'content-range': method === 'PUT' ? null : `${range}/${total}`,
    location: prefer.return === 'headers-only' && method === 'POST' ? locationOf(table, outcome) : null,
    'preference-applied': applied,
  }
  return respond(
    c,
    { status: statusOf(method, prefer, outcome), body: isShown ? outcome.body : null, headers },
    outcome,
  )
}

function statusOf(method: string, prefer: Preferences, { count, updated }: Outcome): number {
  const isShown = prefer.return === 'representation'
  const inserted = count - updated
  if (method === 'POST') return inserted <= 0 && prefer.resolution === 'merge-duplicates' ? 200 : 201
  if (!isShown) return 204
  return method === 'PUT' && inserted > 0 ? 201 : 200
}

/** Where the only row that was inserted can be read. */
function locationOf(table: TableInfo, outcome: Outcome): string | null {
  if (table.primaryKey.length === 0) return null
  const [row, ...more] = JSON.parse(outcome.body) as Record<string, unknown>[]
  if (!row || more.length > 0) return null
  const filters = table.primaryKey.map(
    (column) => `${encodeURIComponent(column)}=${encodeURIComponent(`eq.${String(row[column])}`)}`,
  )
  return `/${encodeURIComponent(table.name)}?${filters.join('&')}`
}
