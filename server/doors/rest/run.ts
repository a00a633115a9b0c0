/** Executes a planned statement and reads what it answers. */
import type { Tx } from '../../platform/db/sql.ts'
import { BUDGET, type Resource } from './budget.ts'
import { RestError } from './errors.ts'
import type { Shape } from './media.ts'
import type { Statement } from './statement.ts'

export type Question = {
  statement: Statement
  /** What `pgrst_source` stands for in the other texts: a write; null for none. */
  source: string | null
  /** Selects what is shown. */
  page: string
  /** Selects a row for each that is counted; null where only those shown are. */
  counted: string | null
  shape: Shape
}

export type Outcome = {
  /** As the shape asks for it, made by Postgres. */
  body: string
  count: number
  /** How many there are beyond the page; null where that was not asked. */
  total: number | null
  /** Of an upsert: how many rows were there before. */
  updated: number
}

const ROWS = 'json_agg(pgrst_page)'
const BODIES: Record<Shape, string> = {
  none: `''`,
  object: `coalesce((${ROWS} -> 0)::text, 'null')`,
  array: `coalesce(${ROWS}, '[]')::text`,
}

export async function run(tx: Tx, question: Question, answer: Resource): Promise<Outcome> {
  const { statement, source, counted } = question
  const most = BUDGET[answer].limit
  const text = `${source === null ? '' : `with pgrst_source as (${source}) `}
    select case when octet_length(body) <= ${most} then body end as body, count, total,
      coalesce(nullif(current_setting('pgrst.updated', true), ''), '0')::int as updated
    from (
      select ${BODIES[question.shape]} as body, count(*)::int as count,
        ${counted === null ? 'null::int' : `(select count(*) from (${counted}) pgrst_counted)::int`} as total
      from (${question.page}) pgrst_page
    ) pgrst_answer`
  const [row] = await tx.unsafe<(Outcome & { body: string | null })[]>(text, statement.parameters as string[])
  if (!row) throw new Error('an aggregate answered no row')
  if (row.body === null) throw tooLarge(answer)
  return row
}

export function tooLarge(resource: Resource): RestError {
  const { limit, unit, resource: what, answer } = BUDGET[resource]
  return new RestError(
    answer,
    `Too much is asked for: ${what}`,
    `At most ${limit} ${unit}.`,
    'Ask for fewer rows, columns or relations: use limit, offset and select.',
  )
}
