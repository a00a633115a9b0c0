/** One payment, in detail for an operator. */
import * as v from 'valibot'
import { maskedEmail } from '#domain/artist.ts'
import type { Actor } from '../../platform/audit.ts'
import { centavos, parseRow, rowId } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { mayApproveAlone } from '../approvals/outflow.ts'
import { isCancelledOf, isUndoneOf, turnOf } from '../back-office/payment-turn.ts'
import { disputesOfPayment, readUnclaimed, refundsOf, saleLeftOf } from '../refunds/public.ts'
import { type PaymentDetailWire, paymentDetailWire } from './contract.ts'
import { paymentHistory } from './payment-history.ts'

const paymentRow = v.object({
  ...v.omit(paymentDetailWire, [
    'refunds',
    'disputes',
    'history',
    'refundable',
    'isSale',
    'unclaimed',
    'aloneUpTo',
  ]).entries,
  id: rowId,
  createdAt: v.date(),
  bid: v.nullable(rowId),
  saleLeft: centavos,
})
type Row = v.InferOutput<typeof paymentRow>

/** Null when there is none with that uid. */
export async function findPayment(
  sql: Sql,
  uid: string,
  { by, limit }: { by: Actor; limit: number },
): Promise<PaymentDetailWire | null> {
  const row = await readRow(sql, uid)
  if (!row) return null
  const { id, bid, saleLeft, createdAt, ...payment } = row
  const { isErased } = payment
  const [refunds, disputes, { amount: unclaimed }] = await Promise.all([
    refundsOf(sql, id),
    disputesOfPayment(sql, id),
    readUnclaimed(sql, id),
  ])
  const given = (destination: 'wallet' | 'card') =>
    refunds
      .filter(
        (refund) => refund.destination === destination && !['failed', 'rejected'].includes(refund.status),
      )
      .reduce((sum, { amount }) => sum + amount, 0)
  const isPaid = payment.status !== 'pending' && payment.status !== 'failed'
  const isDisputed = disputes.some(({ status }) => status !== 'won')
  // More than the payment was may have gone back in the processor's own panel.
  const left = Math.max(0, payment.amount - given('card'))
  // Besides what is left of a sale: what is in the wallet, or is kept for an erased account.
  const unspent = isErased ? Math.min(unclaimed, left) : left
  const ofCard = payment.token && saleLeft > 0 ? Math.min(saleLeft, left) : unspent
  const may = isPaid && !isDisputed && payment.token?.status !== 'pending'
  const { gift } = payment
  return {
    ...payment,
    gift: gift && { ...gift, email: gift.email && maskedEmail(gift.email) },
    createdAt: createdAt.toISOString(),
    isSale: may && saleLeft > 0,
    // The processor refunds no charge that was ever disputed, not even where the dispute was won.
    refundable: {
      wallet: may && !isErased ? Math.min(saleLeft, payment.amount - given('wallet')) : 0,
      card: may && payment.method === 'card' && disputes.length === 0 ? ofCard : 0,
    },
    aloneUpTo: Math.min(
      await mayApproveAlone(sql, { person: payment.user.uid }, { by, limit }),
      Math.max(0, limit - given('wallet') - given('card')),
    ),
    unclaimed,
    refunds,
    disputes,
    history: await paymentHistory(sql, {
      id,
      uid,
      method: payment.method,
      createdAt,
      tokens: payment.token ? [payment.token.uid] : [],
      bids: bid === null ? [] : [bid],
      refunds: refunds.map((refund) => refund.uid),
      disputes: disputes.map((dispute) => dispute.uid),
    }),
  }
}

async function readRow(sql: Sql, uid: string): Promise<Row | undefined> {
  return parseRow(
    paymentRow,
    await sql`
      select payments.id, payments.uid, flow, method, payments.status, ${turnOf(sql, sql`payments`)} as turn,
        ${isUndoneOf(sql, sql`payments`)} as "isUndone", ${isCancelledOf(sql, sql`payments`)} as "isCancelled", failure, payments.amount, fee, tip, tip_words.words as "tipWords",
        intent_id as "intentId", payments.created_at as "createdAt", bids.id as bid,
        users.erased_at is not null as "isErased",
        json_build_object(
          'uid', users.uid, 'fullName', users.full_name, 'nickname', users.nickname, 'email', users.email,
          'photoUrl', users.photo_url
        ) as user,
        case when projects.id is not null then json_build_object(
          'uid', projects.uid, 'projectName', project_name, 'author', author, 'thumbnail', thumbnail
        ) end as project,
        case when mints.id is not null then json_build_object(
          'uid', mints.uid, 'status', mints.status, 'isPlayed', status_song <> 'none', 'unit', units.number
        ) end as token,
        case when gifts.id is not null then json_build_object(
          'status', gifts.status,
          'recipient', case when recipient.uid is not null then json_build_object(
            'uid', recipient.uid, 'name', coalesce(recipient.full_name, recipient.nickname)
          ) end,
          'email', gifts.email, 'returnedFor', returned_for,
          'acceptBy', to_char(least(accept_by, expired_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ) end as gift,
        (${saleLeftOf(sql, sql`payments`)})::bigint as "saleLeft"
      from payments
      join users on users.uid = payments.user_id
      left join projects on projects.id = payments.project_id
      left join mints on mints.payment_id = payments.id
      left join units on units.id = mints.unit_id
      left join bids on bids.payment_id = payments.id
      left join private.tip_words on tip_words.payment_id = payments.id
      left join private.gifts on gifts.payment_id = payments.id
      left join users recipient on recipient.uid = gifts.recipient
      where payments.uid = ${uid}`,
  )
}
