/**
 * Recounts the figures of the administrators' dashboard and of each project; running it again at once changes
 * nothing.
 */
import type { Sql } from '../../platform/db/sql.ts'
import { withRetries } from '../../platform/db/transact.ts'

export async function countFigures(sql: Sql): Promise<void> {
  // Together, so that nobody sees sums of two different minutes side by side.
  await withRetries(sql, async (tx) => {
    await tx`select private.count_figures()`
    await tx`select private.count_charts()`
    await tx`select private.count_conversion(1)`
    await tx`select private.count_held()`
    await tx`select private.count_market()`
  })
}

/**
 * Covers everybody who registered in the last twelve weeks, and who bought in the last two months, so it runs less often; the
 * current week is counted with the rest.
 */
export async function countConversion(sql: Sql): Promise<void> {
  await sql`select private.count_conversion(12)`
  await sql`select private.count_cohorts()`
}
