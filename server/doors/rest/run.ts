/** Executes a planned statement and reads what it answers. */
import type { Tx } from '../../platform/db/sql.ts'
import { BUDGET, type Resource } from './budget.ts'
import { RestError } from './errors.ts'
import type { Media, Shape } from './media.ts'
import type { RestSettings } from './options.ts'
import type { Preferences } from './prefer.ts'
import type { Statement } from './statement.ts'

export type Question = {
  statement: Statement
  /** What `source` stands for in the other texts: a write, or a call; null for none. */
  source: string | null
  /** Selects what is shown. */
  page: string
  /** Selects a row for each that is counted, and the same with all parameters; null where rows are not counted. */
  counted: { all: string; whole: string } | null
  media: Media
  /** Whether the rows are those of a function that answers values, rather than rows. */
  values: 'none' | 'text' | 'bytes'
  /** Whether a single value or row is answered as it is. */
  single: boolean
}

export type Outcome = {
  /** As `media` asks for it, made by Postgres; bytes as hexadecimal digits. */
  body: string
  count: number
  /** How many there are beyond the page; null where that was not asked. */
  total: number | null
  /** Of an upsert: how many rows were there before. */
  updated: number
  /** What the database says of the answer: `response.status` and `response.headers`. */
  status: string | null
  headers: string | null
}

export type Limits = { answer: Resource; maxRows: RestSettings['maxRows']; count: Preferences['count'] }

export async function run(tx: Tx, question: Question, limits: Limits): Promise<Outcome> {
  const { statement, counted, media } = question
  if (media.plan) return explain(tx, question)
  const exactly = counted && limits.count === 'exact' ? counted.all : null
  const most = BUDGET[limits.answer].limit
  const text = `${prelude(question)}
    select case when octet_length(body) <= ${most} then body end as body, count, total,
      coalesce(nullif(current_setting('pgrst.updated', true), ''), '0')::int as updated,
      nullif(current_setting('response.status', true), '') as status,
      nullif(current_setting('response.headers', true), '') as headers
    from (
      select ${bodySql(question)} as body, count(*)::int as count,
        ${exactly ? `(select count(*) from (${exactly}) pgrst_counted)::int` : 'null::int'} as total
      from (${question.page}) pgrst_page
    ) pgrst_answer`
  const [row] = await tx.unsafe<(Outcome & { body: string | null })[]>(text, statement.parameters as string[])
  if (!row) throw new Error('an aggregate answered no row')
  if (row.body === null) throw tooLarge(limits.answer)
  if (counted && (limits.count === 'planned' || limits.count === 'estimated')) {
    row.total = await estimate(tx, question, counted, limits)
  }
  return row
}

function prelude({ source }: Question): string {
  return source === null ? '' : `with pgrst_source as (${source}) `
}

function tooLarge(resource: Resource): RestError {
  const { limit, unit, resource: what, answer } = BUDGET[resource]
  return new RestError(
    answer,
    `Too much is asked for: ${what}`,
    `At most ${limit} ${unit}.`,
    'Ask for fewer rows, columns or relations: use limit, offset and select.',
  )
}

const ROWS = 'json_agg(pgrst_page)'

function bodySql({ media, values, single }: Question): string {
  const { shape, stripped } = media
  const rows = values === 'none' ? ROWS : 'json_agg(pgrst_page.pgrst_scalar)'
  const shown = (json: string) => (stripped ? `json_strip_nulls(${json})` : json)
  const first = `coalesce((${shown(`${rows} -> 0`)})::text, 'null')`
  const bodies: Record<Shape, string> = {
    // Looked at all the same: a stable function whose value nobody reads would not be called.
    none: values === 'none' ? `''` : `coalesce(left(max(pgrst_page.pgrst_scalar::text), 0), '')`,
    raw: values === 'bytes' ? RAW_BYTES : `coalesce(string_agg(pgrst_page.pgrst_scalar::text, ''), '')`,
    csv: CSV,
    object: first,
    array: single ? first : `coalesce(${shown(rows)}, '[]')::text`,
  }
  return bodies[shape]
}

const RAW_BYTES = `coalesce(encode(string_agg(pgrst_page.pgrst_scalar::bytea, ''), 'hex'), '')`

/** Names from the first row, then each row as Postgres writes a record, without its parentheses. */
const CSV = `coalesce(
  (select string_agg(name, ',' order by place) from json_object_keys((${ROWS}) -> 0) with ordinality names (name, place))
  || E'\\n' || string_agg(substring(pgrst_page::text, 2, length(pgrst_page::text) - 2), E'\\n'), '')`

/** What the planner thinks; for `estimated`, only where there are more rows than are ever shown. */
async function estimate(
  tx: Tx,
  question: Question,
  counted: { all: string; whole: string },
  { count, maxRows }: Limits,
): Promise<number> {
  if (count === 'planned') return planned(tx, question, counted)
  const limit = maxRows === null ? '' : ` limit ${maxRows + 1}`
  const text = `${prelude(question)}select count(*)::int as count from (${counted.whole}${limit}) pgrst_counted`
  const [row] = await tx.unsafe<{ count: number }[]>(text, question.statement.parameters as string[])
  const exact = row?.count ?? 0
  if (maxRows === null || exact <= maxRows) return exact
  return Math.max(exact, await planned(tx, question, counted))
}

async function planned(tx: Tx, question: Question, { whole }: { whole: string }): Promise<number> {
  const text = `explain (format json) ${prelude(question)}${whole}`
  const [row] = await tx.unsafe<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }[]>(
    text,
    question.statement.parameters as string[],
  )
  return row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

async function explain(tx: Tx, question: Question): Promise<Outcome> {
  const { format, options } = question.media.plan ?? { format: 'text', options: [] }
  const how = [`format ${format}`, ...options].join(', ')
  const shown = `select ${bodySql(question)} as body from (${question.page}) pgrst_page`
  const rows = await tx.unsafe<{ 'QUERY PLAN': unknown }[]>(
    `explain (${how}) ${prelude(question)}${shown}`,
    question.statement.parameters as string[],
  )
  const lines = rows.map((row) => row['QUERY PLAN'])
  const body = format === 'json' ? JSON.stringify(lines[0]) : lines.join('\n')
  return { body, count: 0, total: null, updated: 0, status: null, headers: null }
}
