/** Refunds as the back office sees them. */
import * as v from 'valibot'
import { csvAmount, csvTime } from '../../platform/csv.ts'
import { centavos, parseRow, parseRows } from '../../platform/db/rows.ts'
import type { Fragment, Sql, Tx } from '../../platform/db/sql.ts'
import { approvalsIn, instants, toWire } from '../approvals/approvals.ts'
import { outgoingState } from '../approvals/decisions.ts'
import { sentBy } from '../back-office/by-person.ts'
import { within } from '../back-office/filters.ts'
import { type AdminList, beyond, inOrder, page } from '../back-office/list.ts'
import { peopleNamed } from '../back-office/matches.ts'
import { type RefundWire, refundWire, type WaitingRefundWire, waitingRefundWire } from './wire.ts'

const refundRow = v.object({ ...refundWire.entries, ...instants.entries })
const waitingRefundRow = v.object({ ...waitingRefundWire.entries, ...instants.entries })

/** Whether whoever rejected one of `refunds` had agreed to it before. */
const isTakenBack = (sql: Sql | Tx): Fragment => sql`exists (
  select from private.refund_approvals where refund_id = refunds.id and admin_id = rejected_by
)`

/** What author and platform still have of price and tip of this payment, which is joined to its `mints`. */
export const saleLeftOf = (sql: Sql | Tx, payment: Fragment): Fragment => sql`
  case
    when mints.id is null or mints.status = 'pending' or exists (
      select from ledger.transfers
      where transfers.id in (
        'regret:' || mints.uid || ':sale_author', 'refund:' || mints.uid || ':sale_author',
        'dispute_return:' || mints.uid || ':sale_author', 'dispute_return:' || mints.uid || ':house'
      )
    ) then 0
    else ${payment}.amount - coalesce((
      select sum(given.amount) from private.refunds given where given.payment_id = ${payment}.id and from_sale
    ), 0)
  end`

const columns = (sql: Sql | Tx) => sql`
  refunds.id, refunds.uid, refunds.amount, destination, refunds.reason, refunds.status, refunds.failure,
  (
    select json_build_object(
      'by', coalesce(full_name, nickname, email), 'reason', rejection, 'isTakenBack', ${isTakenBack(sql)}
    )
    from users where users.uid = rejected_by
  ) as rejection,
  made_elsewhere as "madeElsewhere",
  coalesce((select amount from ledger.transfers where id = 'card_refund:' || refunds.uid || ':house'), 0)::float8 as borne,
  (
    select json_build_object(
      'fee', paid.fee, 'isSale', ${saleLeftOf(sql, sql`paid`)} > 0, 'isUnclaimed', payer.erased_at is not null,
      'token', case when mints.id is not null then json_build_object(
        'isMinted', mints.status = 'minted', 'isPlayed', status_song <> 'none'
      ) end
    )
    from payments paid
    join users payer on payer.uid = paid.user_id
    left join mints on mints.payment_id = paid.id
    where paid.id = refunds.payment_id
  ) as effects,
  refunds.created_at as "createdAt", refunds.ended_at as "endedAt",
  ${approvalsIn(sql, {
    table: sql`private.refund_approvals`,
    condition: sql`refund_id = refunds.id`,
    subject: sql`refunds.uid`,
    waits: sql`refunds.status = 'requested'`,
  })} as approvals,
  ${outgoingState(sql, sql`refunds.uid`)}`

/** The refund `uid`, which exists. */
export async function readRefund(sql: Sql | Tx, uid: string): Promise<RefundWire> {
  const row = parseRow(refundRow, await sql`select ${columns(sql)} from private.refunds where uid = ${uid}`)
  if (!row) throw new Error(`refund ${uid} does not exist`)
  return toWire(row)
}

/** All of one payment, oldest first. */
export async function refundsOf(sql: Sql, paymentId: number): Promise<RefundWire[]> {
  const rows = parseRows(
    refundRow,
    await sql`
      select ${columns(sql)} from private.refunds where payment_id = ${paymentId} order by id`,
  )
  return rows.map(toWire)
}

/** The processor's instructions for the refund `uid`; null unless it is approved and not finished. */
export async function cardRefundOrder(
  sql: Sql,
  uid: string,
): Promise<{ uid: string; intentId: string; amount: number } | null> {
  const row = parseRow(
    v.object({ uid: v.string(), intentId: v.string(), amount: centavos }),
    await sql`
      select refunds.uid, intent_id as "intentId", refunds.amount
      from private.refunds
      join payments on payments.id = payment_id
      where refunds.uid = ${uid} and refunds.status = 'approved' and destination = 'card'`,
  )
  return row ?? null
}

export const waitingRefunds: AdminList<WaitingRefundWire> = {
  async read(sql, query) {
    const id = sql`refunds.id`
    const people = query.search ? await peopleNamed(sql, query) : []
    const rows = parseRows(
      waitingRefundRow,
      await sql`
        select ${columns(sql)}, payments.uid as payment,
          json_build_object(
            'amount', payments.amount, 'method', method, 'at', to_char(payments.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          ) as paid,
          json_build_object(
            'uid', users.uid, 'fullName', full_name, 'nickname', nickname, 'email', email, 'photoUrl', photo_url
          ) as user
        from private.refunds
        join payments on payments.id = payment_id
        join users on users.uid = refunds.user_id
        where (refunds.status = 'requested' or (refunds.status = 'approved' and destination = 'card'))
          and ${within(sql, query.filters, { at: sql`refunds.created_at`, amount: sql`refunds.amount`, person: sql`refunds.user_id` })}
          and ${beyond(sql, id, query)} and ${sentBy(sql, sql`refunds.user_id`, query, people)}
        ${inOrder(sql, id, query)}`,
    )
    return page(rows.map(toWire), query)
  },
  columns: {
    uid: ({ uid }) => uid,
    payment: ({ payment }) => payment,
    name: ({ user }) => user.fullName ?? '',
    email: ({ user }) => user.email,
    amount: ({ amount }, language) => csvAmount(amount, language),
    destination: ({ destination }) => destination,
    reason: ({ reason }) => reason,
    approvals: ({ approvals }) => approvals.map(({ email }) => email).join(', '),
    requestedAt: ({ createdAt }, language) => csvTime(createdAt, language),
  },
}
