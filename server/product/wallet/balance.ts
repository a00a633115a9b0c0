/** The wallet as its fan sees it. */
import type * as v from 'valibot'
import { askTogether } from '../../platform/db/ask-together.ts'
import { parseRows, parseSoleRow } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { account } from '../ledger/ledger.ts'
import { type BalanceWire, balanceWire, setAsideWire } from './contract.ts'

/** Reads the balance of the fan of a uid: every screen asks for it, so that many are read at once. */
export const createBalanceReader = (sql: Sql) =>
  askTogether(
    (fanUid: string) => fanUid,
    (fans) => readBalances(sql, fans),
  )

/** Held money is in bids, except what is set aside: that is neither available nor in an auction. */
async function readBalances(sql: Sql, fans: readonly string[]): Promise<BalanceWire[]> {
  return parseRows(
    balanceWire,
    await sql`
      select
        coalesce(available.balance, 0) as balance,
        coalesce(held.balance, 0) - withdrawals - gifts - refunds as "totalBided"
      from unnest(
        ${fans}::uuid[], ${fans.map(account.available)}::text[], ${fans.map(account.held)}::text[]
      ) with ordinality as asked (fan, available, held, place)
      cross join lateral (select ${setAside(sql)}) aside
      left join ledger.accounts available on available.code = asked.available
      left join ledger.accounts held on held.code = asked.held
      order by place`,
  )
}

/** What the fan's held money that is in no bid waits for. */
export async function readSetAside(sql: Sql, fanUid: string): Promise<v.InferOutput<typeof setAsideWire>> {
  return parseSoleRow(
    setAsideWire,
    await sql`select ${setAside(sql)} from (select ${fanUid}::uuid as fan) asked`,
  )
}

/** Of the fan of a row `asked`: what waits to be paid out, to be accepted as a gift, or to be given back to a card. */
const setAside = (sql: Sql) => sql`
  coalesce((
    select sum(amount) from redeem_balance where user_id = asked.fan and status in ('requested', 'approved')
  ), 0)::bigint as withdrawals,
  coalesce((
    select sum(payments.amount)
    from private.gifts
    join payments on payments.id = gifts.payment_id
    where giver = asked.fan and gifts.status = 'waiting'
  ), 0)::bigint as gifts,
  coalesce((
    select sum(amount) from ledger.holds where fan = asked.fan and status = 'held' and reason = 'refund'
  ), 0)::bigint as refunds`
