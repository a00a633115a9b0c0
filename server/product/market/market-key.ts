/** The inner id of a published project. */
import type { Sql } from '../../platform/db/sql.ts'

export type MarketKey = { id: number }

export async function findMarket(sql: Sql, uid: string): Promise<MarketKey | null> {
  const [row] = await sql<MarketKey[]>`select id from projects where uid = ${uid} and is_active`
  return row ?? null
}
