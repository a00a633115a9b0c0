/** What has become of a payment's money since it came. */
import type { Fragment, Sql } from '../../platform/db/sql.ts'

/** As `PAYMENT_TURNS`, for a row of payments; null if nothing has. A dispute comes before a refund, since it is the bank that decides, and
 * comes last once it is won. */
export function turnOf(sql: Sql, payment: Fragment): Fragment {
  return sql`coalesce(
    (
      select case disputes.status when 'open' then 'disputed' else 'dispute_lost' end
      from private.disputes where payment_id = ${payment}.id and disputes.status <> 'won'
      order by disputes.status = 'open' desc limit 1
    ),
    (
      select case
          when bool_or(refunds.status = 'requested' and not made_elsewhere) then 'refund_waiting'
          when bool_or(refunds.status in ('requested', 'approved')) then 'refunding'
          when sum(refunds.amount) < ${payment}.amount then 'partly_refunded'
          else 'refunded'
        end
      from private.refunds where payment_id = ${payment}.id and refunds.status not in ('failed', 'rejected')
      having count(*) > 0
    ),
    (select 'dispute_won' from private.disputes where payment_id = ${payment}.id limit 1)
  )`
}

/** The payments of `isUndoneOf`, for a list of them alone. */
export function undonePayments(sql: Sql): Fragment {
  return sql`(
    select payment_id from mints where regretted_at is not null or revoked_for is not null
    union all
    select payment_id from private.gifts where gifts.status = 'returned' and returned_for <> 'refused'
  )`
}

/** Whether what a row of payments bought was taken back: by a refund, a regret or a dispute, or as a gift that came back. */
export function isUndoneOf(sql: Sql, payment: Fragment): Fragment {
  return sql`(exists (
    select from mints where payment_id = ${payment}.id and (regretted_at is not null or revoked_for is not null)
  ) or exists (
    select from private.gifts where gifts.payment_id = ${payment}.id and gifts.status = 'returned' and returned_for <> 'refused'
  ))`
}

/** The payments of `isCancelledOf`, for a list of them alone. */
export function cancelledPayments(sql: Sql): Fragment {
  return sql`(select payment_id from bids where status in ('pending-cancel', 'cancelled'))`
}

/** Whether what a row of payments bid for has ended without winning, and the money is free again: the payment's status stays. */
export function isCancelledOf(sql: Sql, payment: Fragment): Fragment {
  return sql`(exists (
    select from bids where payment_id = ${payment}.id and status in ('pending-cancel', 'cancelled')
  ))`
}
