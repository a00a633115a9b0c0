/** What the platform keeps of one payment because its payer has erased their account. */
import * as v from 'valibot'
import { centavos, count, parseRow, parseSoleRow } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { account } from '../ledger/ledger.ts'

/** No payment is handed over more often. */
const MOST_HANDED_OVER = 20

/** The ids of the transfers by which money of a payment is handed over outside of the product. */
export function handOverIds(paymentUid: string): string[] {
  return Array.from({ length: MOST_HANDED_OVER }, (_, index) => `unclaimed:${paymentUid}:${index + 1}`)
}

/** `amount` is what is kept now, in centavos; `handedOver` is how often some was. */
export async function readUnclaimed(
  sql: Sql | Tx,
  paymentId: number,
): Promise<{ amount: number; handedOver: number }> {
  const payment = parseRow(
    v.object({ uid: v.string() }),
    await sql`select uid from payments where id = ${paymentId}`,
  )
  return parseSoleRow(
    v.object({ amount: centavos, handedOver: count }),
    await sql`
      select
        coalesce(sum(case house.id when credit_account then amount when debit_account then -amount end), 0)::bigint
          as amount,
        count(*) filter (where kind = 'unclaimed_paid') as "handedOver"
      from (select id from ledger.accounts where code = ${account.unclaimed}) house
      join ledger.transfers on transfers.id in (
        select unnest(${handOverIds(payment?.uid ?? '')}::text[])
        union all
        select 'card_refund:' || uid || leg
        from private.refunds, unnest(array[':out', ':back']) leg
        where payment_id = ${paymentId}
        union all
        select 'dispute:' || uid || leg
        from private.disputes, unnest(array[':unclaimed', ':rest']) leg
        where payment_id = ${paymentId}
      )`,
  )
}
