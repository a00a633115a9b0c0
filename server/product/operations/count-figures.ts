/** Counts the figures of the administrators' dashboard and of each project anew; running it again at once changes nothing. */
import type { Sql } from '../../platform/db/sql.ts'
import { withRetries } from '../../platform/db/transact.ts'

export async function countFigures(sql: Sql): Promise<void> {
  // Together, so that nobody reads sums of two different minutes beside each other.
  await withRetries(sql, async (tx) => {
    await tx`select private.count_figures()`
    await tx`select private.count_charts()`
    await tx`select private.count_conversion(1)`
    await tx`select private.count_held()`
  })
}

/** Looks at everybody who registered in the last twelve weeks, so it runs more seldom; the present week is counted with the rest. */
export async function countConversion(sql: Sql): Promise<void> {
  await sql`select private.count_conversion(12)`
}
