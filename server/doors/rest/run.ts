/** Executes a planned statement and reads the rows it returns. */
import type { Tx } from '../../platform/db/sql.ts'
import { RestError } from './errors.ts'
import type { Statement } from './statement.ts'

export type Outcome = {
  /** The rows as JSON text, made by Postgres. */
  body: string
  count: number
  total: number | null
}

/** `rows` selects what is shown; `prelude` names the CTE it reads from, if any; `total` counts past the page. */
export async function runRows(
  tx: Tx,
  statement: Statement,
  parts: { prelude?: string; rows: string; total?: string | null },
): Promise<Outcome> {
  const text =
    `${parts.prelude ? `with written as (${parts.prelude}) ` : ''}` +
    `select coalesce(json_agg(page), '[]')::text as body, count(*)::int as count, ` +
    `${parts.total ? `(select count(*) from (${parts.total}) every)::int` : 'null::int'} as total ` +
    `from (${parts.rows}) page`
  const [row] = await tx.unsafe<Outcome[]>(text, statement.parameters as string[])
  if (!row) throw new Error('an aggregate answered no row')
  return row
}

/** Executes a write of which nothing is returned. */
export async function runSilently(tx: Tx, statement: Statement, text: string): Promise<number> {
  return (await tx.unsafe(text, statement.parameters as string[])).count
}

/** `.single()`: exactly one row, as a bare object; anything else rolls the request back. */
export function singleOf(outcome: Outcome): string {
  if (outcome.count === 1) return outcome.body.slice(1, -1)
  throw new RestError(
    'PGRST116',
    'Cannot coerce the result to a single JSON object',
    `The result contains ${outcome.count} rows`,
  )
}
