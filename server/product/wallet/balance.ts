/** The wallet as its fan sees it. */
import { parseSoleRow } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { account } from '../../platform/ledger.ts'
import { type BalanceWire, balanceWire } from './contract.ts'

/** Held money is in bids, except what waits to be paid out: that is neither available nor in an auction. */
export async function readBalance(sql: Sql, fanUid: string): Promise<BalanceWire> {
  return parseSoleRow(
    balanceWire,
    await sql`
      select
        coalesce((select balance from ledger.accounts where code = ${account.available(fanUid)}), 0) as balance,
        coalesce((select balance from ledger.accounts where code = ${account.held(fanUid)}), 0) - coalesce((
          select sum(amount)
          from redeem_balance
          where user_id = ${fanUid} and status in ('requested', 'approved')
        ), 0)::bigint as "totalBided"`,
  )
}
