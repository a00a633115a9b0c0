/** The decision on a refund: approved by one administrator, or above a limit by two, or rejected. */
import * as v from 'valibot'
import { REFUND_STATUSES, REFUND_TRANSITIONS, type RefundStatus } from '#domain/refund.ts'
import type { Refusal } from '#domain/refusal.ts'
import { ok, type Result } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import type { Actor } from '../../platform/audit.ts'
import { centavos, parseRow, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { rehearse, transact } from '../../platform/db/transact.ts'
import { lockMarketOf } from '../access/public.ts'
import {
  type Approval,
  approvalsRequired,
  approve as approveOne,
  auditAs,
  hasApproved,
  reject,
} from '../approvals/decide.ts'
import { approvalsOfOutflow, NO_LIMIT } from '../approvals/outflow.ts'
import type { WrittenWire } from '../back-office/contract.ts'
import { previewWritten } from '../back-office/read-written.ts'
import { freeHolds } from '../ledger/ledger.ts'
import { notifyFans } from '../outbox.ts'
import { carryOutRefund, openRefund } from './carry-out-refund.ts'
import { readRefund } from './refunds.ts'
import type { ApprovedRefundWire, RefundWire } from './wire.ts'

/** The database has the last word on a race. */
export const REFUND_CONSTRAINTS: Readonly<Record<string, Refusal>> = {
  refund_within_payment: 'refund_exceeds_payment',
  no_overdraft: 'refund_uncovered',
}

const decidable = v.object({
  ...openRefund.entries,
  providerId: v.nullable(v.string()),
  status: v.picklist(REFUND_STATUSES),
})
type Row = v.InferOutput<typeof decidable>

const REFUNDS: Approval<RefundStatus, Row, RefundWire> = {
  table: 'private.refunds',
  transitions: REFUND_TRANSITIONS,
  lock: lockAsked,
  read: readRefund,
  approvals: { table: 'private.refund_approvals', of: 'refund_id' },
  approved: ['approved', 'done'],
  refusals: { unknown: 'refund_not_found', decided: 'refund_decided', own: 'own_refund' },
  isOwn: ({ fan }, by) => fan === by.uid,
  // A refund is filed under its payment, like everything else about it.
  note: auditAs('refund', ({ uid, paymentUid }) => ({ subject: paymentUid, named: { refund: uid } })),
}

/**
 * `despitePlay`: they were told that the token was played, which may have happened after somebody asked for it. `counts`: whether
 * theirs is one of the approvals that sent it.
 */
export function approveRefund(
  ctx: Pick<ServerContext, 'sql' | 'env'>,
  uid: string,
  by: Actor,
  despitePlay: boolean,
): Promise<Result<ApprovedRefundWire>> {
  const limit = ctx.env.WITHDRAWAL_SECOND_PERSON_ABOVE
  return transact(
    ctx.sql,
    async (tx) => {
      const approved = await approve(tx, uid, { by, limit, despitePlay })
      if (!approved.ok) return approved
      return ok({ ...approved.value, counts: await hasApproved(tx, REFUNDS, uid, by) })
    },
    REFUND_CONSTRAINTS,
  )
}

/** What approving it writes into the ledger, whoever else has to agree. It changes nothing. */
export function previewApprovedRefund(sql: Sql, uid: string, by: Actor): Promise<Result<WrittenWire>> {
  return previewWritten(
    sql,
    (tx) => approve(tx, uid, { by, limit: NO_LIMIT, despitePlay: true }),
    REFUND_CONSTRAINTS,
  )
}

/** One approval; with the last one required the refund is carried out. Part of a larger transaction. */
export function approve(
  tx: Tx,
  uid: string,
  { by, limit, despitePlay = false }: { by: Actor; limit: number; despitePlay?: boolean },
): Promise<Result<RefundWire>> {
  // All refunds of a payment together, whenever they were made.
  const due = async (refund: Row) =>
    Math.max(
      approvalsRequired(await goingBack(tx, refund), limit),
      await approvalsOfOutflow(tx, { ...refund, person: refund.fan }, { by, limit }),
    )
  return approveOne(tx, REFUNDS, uid, { by, due }, (refund) =>
    carryOutRefund(tx, { ...refund, despitePlay: refund.despitePlay || despitePlay }),
  )
}

/** What carrying out a refund that waits would come to now. It changes nothing. */
export function tryRefund(tx: Tx, refund: Row): Promise<Result<null>> {
  return rehearse(
    tx,
    async (inner) => {
      await inner`update private.refunds set status = 'approved' where id = ${refund.id}`
      return carryOutRefund(inner, refund)
    },
    REFUND_CONSTRAINTS,
  )
}

/** The part of the payment that is returned, including earlier refunds. */
async function goingBack(tx: Tx, { paymentId }: Row): Promise<number> {
  const given = parseSoleRow(
    v.object({ amount: centavos }),
    await tx`
      select coalesce(sum(amount), 0)::bigint as amount from private.refunds
      where payment_id = ${paymentId} and status not in ('failed', 'rejected')`,
  )
  return given.amount
}

/** Nothing has moved yet: what was held for it is free again. Whoever had asked for it takes it back. `reason` is shown to the fan. */
export function rejectRefund(sql: Sql, uid: string, reason: string, by: Actor): Promise<Result<RefundWire>> {
  const details = { rejection: reason, rejected_by: by.uid }
  return transact(sql, (tx) =>
    reject(tx, REFUNDS, uid, { by, reason, details }, async ({ fan, amount, isErased }) => {
      await freeHolds(tx, [`refund:${uid}`])
      if (isErased) return ok(null)
      const kind = (await hasApproved(tx, REFUNDS, uid, by)) ? 'refund_taken_back' : 'refund_rejected'
      return ok(await notifyFans(tx, [{ fan, kind, data: { amount, reason } }]))
    }),
  )
}

/** One that was asked for here. What the processor's own panel has paid is neither approved nor rejected any more. */
async function lockAsked(tx: Tx, uid: string): Promise<Row | undefined> {
  const refund = await lockRefund(tx, uid)
  return refund?.madeElsewhere ? undefined : refund
}

/** The refund; market, payment and refund are locked, in this order. */
export async function lockRefund(tx: Tx, uid: string): Promise<Row | undefined> {
  const named = parseRow(
    v.object({ paymentId: rowId }),
    await tx`
      select payment_id as "paymentId" from private.refunds where uid = ${uid}`,
  )
  if (!named) return undefined
  await lockMarketOf(tx, named.paymentId)
  await tx`select from payments where id = ${named.paymentId} for update`
  return parseRow(
    decidable,
    await tx`
      select refunds.id, refunds.uid, payment_id as "paymentId", payments.uid as "paymentUid", method,
        refunds.user_id as fan, erased_at is not null as "isErased", users.wallet, refunds.amount, destination, reason,
        despite_play as "despitePlay", made_elsewhere as "madeElsewhere",
        provider_id as "providerId", refunds.status
      from private.refunds
      join payments on payments.id = payment_id
      join users on users.uid = refunds.user_id
      where refunds.uid = ${uid}
      for update of refunds for key share of users`,
  )
}
