/** The public record of a market, entry by entry. */

import type { Sql } from '../../platform/db/sql.ts'
import type { LogEntryWire, LogWire } from './contract.ts'

export async function readMarketLog(
  sql: Sql,
  projectId: number,
  page: { order: 'asc' | 'desc'; limit: number; after: number | null },
): Promise<LogWire> {
  const { order, limit, after } = page
  const rows = await sql<LogEntryWire[]>`
    select seq, body, encode(hash, 'hex') as hash
    from market.log
    where project_id = ${projectId} and ${
      order === 'asc' ? sql`seq > ${after ?? 0}` : sql`seq < ${after ?? Number.MAX_SAFE_INTEGER}`
    }
    order by seq ${order === 'asc' ? sql`asc` : sql`desc`}
    limit ${limit + 1}`
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return { data, next: rows.length > limit && last ? String(last.seq) : null }
}
