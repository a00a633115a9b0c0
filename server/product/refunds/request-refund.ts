/**
 * POST /admin/payments/{uid}/refunds: an administrator requests a refund; above a limit another one has to approve it
 * first.
 */
import * as v from 'valibot'
import { fitsRefund, type RefundDestination } from '#domain/refund.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { centavos, count, parseRow, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { claimKey, storeAnswer } from '../../platform/idempotency.ts'
import { lockMarketOf } from '../access/public.ts'
import { NO_LIMIT } from '../approvals/outflow.ts'
import type { WrittenWire } from '../back-office/contract.ts'
import { previewWritten } from '../back-office/read-written.ts'
import { notifyFans } from '../outbox.ts'
import { holdRefund } from './carry-out-refund.ts'
import { approve, lockRefund, REFUND_CONSTRAINTS, tryRefund } from './decide-refund.ts'
import type { RefundWire } from './wire.ts'

type Wanted = {
  /** Centavos. */
  amount: number
  destination: RefundDestination
  /** Shown to the fan. */
  reason: string
  /** The operator was warned that the token was played, and refunds its price all the same. */
  despitePlay: boolean
}
export type RefundRequest = Wanted & { key: string | null; requestHash: string }

export function requestRefund(
  ctx: Pick<ServerContext, 'sql' | 'env'>,
  paymentUid: string,
  request: RefundRequest,
  by: Actor,
): Promise<Result<RefundWire>> {
  return transact(
    ctx.sql,
    async (tx) => {
      const claim = await claimKey(tx, by.uid, request.key, request.requestHash)
      if (claim.kind === 'mismatch') return refuse('key_reused')
      if (claim.kind === 'replay') return ok(claim.answer.body as RefundWire)
      const limit = ctx.env.WITHDRAWAL_SECOND_PERSON_ABOVE
      const approved = await requestIn(tx, paymentUid, request, { by, limit })
      if (approved.ok) await storeAnswer(tx, by.uid, request.key, { status: 200, body: approved.value })
      return approved
    },
    REFUND_CONSTRAINTS,
  )
}

/** What that writes into the ledger once it is carried out, whoever has to agree. It changes nothing. */
export function previewRefund(
  sql: Sql,
  paymentUid: string,
  wanted: Pick<Wanted, 'amount' | 'destination'>,
  by: Actor,
): Promise<Result<WrittenWire>> {
  const asked = { ...wanted, reason: paymentUid, despitePlay: true }
  return previewWritten(
    sql,
    (tx) => requestIn(tx, paymentUid, asked, { by, limit: NO_LIMIT }),
    REFUND_CONSTRAINTS,
  )
}

async function requestIn(
  tx: Tx,
  paymentUid: string,
  { amount, destination, reason, despitePlay }: Wanted,
  { by, limit }: { by: Actor; limit: number },
): Promise<Result<RefundWire>> {
  const payment = await lockPaid(tx, paymentUid)
  if (!payment) return refuse('payment_not_found')
  if (payment.fan === by.uid) return refuse('own_refund')
  if (!fitsRefund(amount, payment.amount - payment[destination])) return refuse('refund_exceeds_payment')
  const refund = parseSoleRow(
    v.object({ uid: v.string() }),
    await tx`
      insert into private.refunds (payment_id, user_id, amount, destination, reason, despite_play)
      values (${payment.id}, ${payment.fan}, ${amount}, ${destination}, ${reason}, ${despitePlay})
      returning uid`,
  )
  await audit(tx, by, {
    action: 'refund.request',
    subject: paymentUid,
    after: { refund: refund.uid, amount, destination, reason, despitePlay },
  })
  const approved = await approve(tx, refund.uid, { by, limit })
  const waiting = await lockRefund(tx, refund.uid)
  if (waiting?.status === 'requested') {
    // What nobody could carry out keeps nobody waiting, and nothing back from others.
    const tried = await tryRefund(tx, waiting)
    if (!tried.ok) return tried
    await holdRefund(tx, waiting)
    if (!waiting.isErased) {
      await notifyFans(tx, [{ fan: waiting.fan, kind: 'refund_waiting', data: { amount, reason } }])
    }
  }
  return approved
}

const paidRow = v.object({ id: rowId, fan: v.string(), amount: centavos, wallet: count, card: centavos })
type Paid = v.InferOutput<typeof paidRow>

/** A payment whose money arrived, with earlier refunds to wallet and card; undefined when there is none. */
async function lockPaid(tx: Tx, uid: string): Promise<Paid | undefined> {
  const named = parseRow(v.object({ id: rowId }), await tx`select id from payments where uid = ${uid}`)
  if (!named) return undefined
  await lockMarketOf(tx, named.id)
  await tx`select from payments where id = ${named.id} for update`
  const payment = parseRow(
    paidRow,
    await tx`
      select payments.id, payments.user_id as fan, payments.amount,
        coalesce(sum(refunds.amount) filter (where destination = 'wallet'), 0)::bigint as wallet,
        coalesce(sum(refunds.amount) filter (where destination = 'card'), 0)::bigint as card
      from payments
      left join private.refunds on refunds.payment_id = payments.id and refunds.status not in ('failed', 'rejected')
      where payments.id = ${named.id} and payments.status not in ('pending', 'failed')
      group by payments.id`,
  )
  return payment
}
