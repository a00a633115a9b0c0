/** The inner id of a published project. */
import * as v from 'valibot'
import { parseRow, rowId } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'

const marketKeyRow = v.object({ id: rowId })
export type MarketKey = v.InferOutput<typeof marketKeyRow>

export async function findMarket(sql: Sql, uid: string): Promise<MarketKey | null> {
  const row = parseRow(marketKeyRow, await sql`select id from projects where uid = ${uid} and is_active`)
  return row ?? null
}
