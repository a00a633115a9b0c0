/** What waits for the chain: recorded here, and not there yet. */
import * as v from 'valibot'
import { parseSoleRow } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { ChainWaitingWire } from './failures-contract.ts'

/** Beyond this the exact number is of no use; counting stops. */
const MOST = 100_000

/** By the indexes of what is open: its cost does not grow with what is done with. */
export async function readChainWaiting(sql: Sql): Promise<ChainWaitingWire> {
  const row = parseSoleRow(
    v.object({ count: v.number(), oldest: v.nullable(v.date()) }),
    await sql`
      select count(*)::float8 as count, min(created_at) as oldest
      from (
        (select created_at from chain.operations where status = 'queued' order by id limit ${MOST})
        union all
        (
          select operations.created_at
          from chain.transactions join chain.operations on transaction_id = transactions.id
          where transactions.status = 'signed' and operations.status = 'sent' limit ${MOST}
        )
      ) waiting`,
  )
  return { count: row.count, oldest: row.oldest?.toISOString() ?? null }
}
