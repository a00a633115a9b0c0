/** Counts the figures of the administrators' dashboard anew; running it again at once changes nothing. */
import type { Sql } from '../db/sql.ts'

export async function countFigures(sql: Sql): Promise<void> {
  await sql`select private.count_figures()`
}
