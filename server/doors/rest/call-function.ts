/** POST, GET and HEAD /rpc/{function}: arguments by name, or the whole body; what it answers is read like a table. */
import type { Context, Handler } from 'hono'
import { allow } from './budget.ts'
import { buildCall, rowsOf } from './build-call.ts'
import { buildRead } from './build-read.ts'
import { argumentsFor, type Given, readGiven } from './call-arguments.ts'
import { answerBudget, type RestEnv } from './caller.ts'
import { RestError } from './errors.ts'
import { findFunction } from './find-function.ts'
import { chooseMedia, type Media } from './media.ts'
import { parseQuery, type Query, restrictToRange, rootOf } from './parse-query.ts'
import { type Preferences, parsePrefer, preferenceApplied } from './prefer.ts'
import { pageOf, respond, shown } from './respond.ts'
import { computedFor } from './returning.ts'
import { type Outcome, type Question, run } from './run.ts'
import type { FunctionInfo } from './schema.ts'
import type { KnowMore } from './schema-cache.ts'
import { Statement } from './statement.ts'
import { type Target, withSchema } from './target.ts'
import { type InTransaction, mayEndTransaction } from './transactions.ts'

export function callByName(knowMore: KnowMore, inTransaction: InTransaction): Handler<RestEnv> {
  return async (c) => {
    const given = await readGiven(c)
    return withSchema(c, knowMore, (target) => call(c, target, given, inTransaction))
  }
}

async function call(
  c: Context<RestEnv>,
  { schema, settings }: Target,
  given: Given,
  inTransaction: InTransaction,
): Promise<Response> {
  const isPost = c.req.method === 'POST'
  const query = parseQuery(new URL(c.req.url).searchParams, !isPost)
  const prefer = parsePrefer(c.req.header('prefer'), mayEndTransaction(settings))
  const names = isPost ? (query.columns ?? given.names) : query.args.map(([name]) => name)
  const unique = [...new Set(names)]
  allow('arguments', unique.length)
  const sent = {
    name: c.req.param('function') ?? '',
    given: unique,
    contentType: given.contentType,
  }
  const info = findFunction(schema, sent)
  checkMayBeCounted(info, prefer)
  if (c.req.method === 'GET') restrictToRange(rootOf(query), c.req.header('range'))
  const media = mediaFor(c, info, settings.plan)
  const question = questionFor({ schema, settings }, info, {
    given,
    query,
    names,
    media,
  })
  const caller = c.get('caller')
  // What a GET would write is refused by Postgres, with a 405.
  const readOnly = !isPost || info.volatility !== 'volatile'
  return inTransaction(c, { settings, schema: schema.name, prefer, readOnly }, async (tx) => {
    const answer = caller ? answerBudget(caller) : ('anonymousAnswer' as const)
    const outcome = await run(tx, question, { answer, maxRows: settings.maxRows, count: prefer.count })
    return answerCall(c, info, { question, query, prefer, media }, outcome)
  })
}

function mediaFor(c: Context, info: FunctionInfo, plan: boolean): Media {
  const accept = c.req.header('accept')
  const media = chooseMedia(accept, { plan, rawType: info.returnsSet ? null : info.mediaType })
  const isBare = (c.req.method === 'HEAD' && media.shape !== 'object') || info.returns === 'void'
  return isBare ? { ...media, shape: 'none' } : media
}

function checkMayBeCounted({ returnsSet }: FunctionInfo, { maxAffected }: Preferences): void {
  if (maxAffected === null || returnsSet) return
  throw new RestError(
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  )
}

function questionFor(
  { schema, settings }: Target,
  info: FunctionInfo,
  { given, query, names, media }: { given: Given; query: Query; names: string[]; media: Media },
): Question {
  const { aggregates, maxRows } = settings
  const statement = new Statement()
  const args = argumentsFor(info, given, query, names)
  const single = !info.returnsSet
  if (info.returns !== 'row') {
    const source = buildCall(statement, info, args, [])
    const { limit: asked, offset } = rootOf(query)
    const limit = maxRows === null ? asked : Math.min(asked ?? maxRows, maxRows)
    const slice = info.returnsSet ? `${limit === null ? '' : ` limit ${limit}`} offset ${offset}` : ''
    const all = 'select 1 from pgrst_source'
    const values = info.isBytes ? ('bytes' as const) : ('text' as const)
    const counted = { all, whole: all }
    return { statement, source, page: `select * from pgrst_source${slice}`, counted, media, values, single }
  }
  const table = rowsOf(info, schema.tables)
  const brought = computedFor(schema, table, query.select)
  const source = buildCall(statement, info, args, brought.columns)
  const shape = { star: brought.star, whole: false }
  const plan = buildRead({ statement, schema, query, aggregates, maxRows }, table, 'pgrst_source', shape)
  return { statement, source, page: plan.page, counted: plan, media, values: 'none', single }
}

function answerCall(
  c: Context,
  info: FunctionInfo,
  asked: { question: Question; query: Query; prefer: Preferences; media: Media },
  outcome: Outcome,
): Response {
  const { query, prefer, media } = asked
  const { body, type } = shown(media, outcome, info.isBytes)
  if (media.plan) return respond(c, { status: 200, body, headers: { 'content-type': type } }, outcome)
  if (prefer.maxAffected !== null && outcome.count > prefer.maxAffected) {
    throw new RestError(
      'PGRST124',
      'Query result exceeds max-affected preference constraint',
      `The query affects ${outcome.count} rows`,
    )
  }
  const { status, range } = pageOf(rootOf(query).offset, outcome)
  const isVoid = info.returns === 'void'
  const headers = {
    'content-type': isVoid ? null : type,
    'content-range': range,
    'preference-applied': preferenceApplied(prefer, ['count', 'tx', 'handling', 'timezone', 'maxAffected']),
  }
  return respond(c, { status: isVoid ? 204 : status, body: isVoid ? null : body, headers }, outcome)
}
