/** GET /statement?cursor&kind&from&to&limit, GET /statement.csv with the same filters, GET /statement/{transfer id}. */
import type { Context, Handler } from 'hono'
import { isDay, MOVEMENT_GROUPS, type MovementGroup } from '#domain/statement.ts'
import { refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readLimit } from '../api/input.ts'
import { readReceipt, readStatement, type StatementFilter } from './statement.ts'
import { statementCsv } from './statement-csv.ts'
import { decodeStatementKey } from './statement-key.ts'

const GROUPS = Object.keys(MOVEMENT_GROUPS) as MovementGroup[]

/** Null when something does not fit; an empty filter is none. */
function readFilter(c: Context): StatementFilter | null {
  const [kind, from, to] = ['kind', 'from', 'to'].map((name) => c.req.query(name) || null)
  const group = GROUPS.find((known) => known === kind) ?? null
  if ((kind && !group) || (from && !isDay(from)) || (to && !isDay(to))) return null
  return { group, from: from ?? null, to: to ?? null }
}

export function getStatement(ctx: ApiContext): Handler<ApiEnv> {
  return (c) => statementOf(ctx, c, c.get('fan').uid)
}

/** A page of the statement of `fan`, whoever is asking. */
export async function statementOf(ctx: ApiContext, c: Context<ApiEnv>, fan: string): Promise<Response> {
  const filter = readFilter(c)
  const limit = readLimit(c)
  const cursor = c.req.query('cursor')
  const after = cursor ? decodeStatementKey(cursor) : null
  if (!filter || limit === null || (cursor && !after)) return refusal(c, 'malformed')
  return c.json(await readStatement(ctx.sql, fan, filter, { limit, after }))
}

export function getStatementCsv(ctx: ApiContext): Handler<ApiEnv> {
  return (c) => {
    const filter = readFilter(c)
    if (!filter) return refusal(c, 'malformed')
    const lines = statementCsv(ctx.sql, c.get('fan'), filter)
    c.header('content-type', 'text/csv; charset=utf-8')
    c.header('content-disposition', 'attachment; filename="extrato.csv"')
    return c.body(ReadableStream.from(lines).pipeThrough(new TextEncoderStream()))
  }
}

export function getReceipt(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const receipt = await readReceipt(ctx.sql, c.get('fan').uid, c.req.param('id') ?? '')
    return receipt ? c.json({ data: receipt }) : refusal(c, 'not_found')
  }
}
