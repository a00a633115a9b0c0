/**
 * The decision on a refund: agreed to, by one administrator or above a limit by two, or rejected.
 */

import { REFUND_TRANSITIONS, type RefundStatus } from '#domain/refund.ts'
import type { Refusal } from '#domain/refusal.ts'
import type { Result } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import type { Env } from '../../env.ts'
import type { Administrator } from '../../platform/audit.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { lockMarketOf } from '../access/public.ts'
import { type Approval, approve as approveOne, reject } from '../approvals/decide.ts'
import { carryOutRefund, type OpenRefund } from './carry-out-refund.ts'
import type { RefundWire } from './contract.ts'
import { readRefund } from './refunds.ts'

/** The database is the last to judge a race. */
export const REFUND_CONSTRAINTS: Readonly<Record<string, Refusal>> = {
  refund_within_payment: 'refund_exceeds_payment',
  no_overdraft: 'refund_uncovered',
}

type Row = OpenRefund & { status: RefundStatus }

const REFUNDS: Approval<RefundStatus, Row, RefundWire> = {
  thing: 'refund',
  table: 'private.refunds',
  transitions: REFUND_TRANSITIONS,
  lock: lockRefund,
  read: readRefund,
  approvals: { table: 'private.refund_approvals', of: 'refund_id' },
  agreed: ['approved', 'done'],
  refusals: { unknown: 'refund_not_found', decided: 'refund_decided', own: 'own_refund' },
  isOwn: ({ fan }, by) => fan === by.uid,
  weigh: goingBack,
  // A refund is looked for under its payment, as everything else that is done to it.
  trail: ({ uid, paymentUid }) => ({ subject: paymentUid, named: { refund: uid } }),
}

export function approveRefund(
  ctx: Pick<ServerContext, 'sql' | 'env'>,
  uid: string,
  by: Administrator,
): Promise<Result<RefundWire>> {
  return transact(ctx.sql, (tx) => approve(tx, ctx.env, uid, by), REFUND_CONSTRAINTS)
}

/** One agreement; with the last that is due the refund is carried out. Part of a larger transaction. */
export function approve(
  tx: Tx,
  env: Pick<Env, 'WITHDRAWAL_SECOND_PERSON_ABOVE'>,
  uid: string,
  by: Administrator,
): Promise<Result<RefundWire>> {
  const aloneUpTo = env.WITHDRAWAL_SECOND_PERSON_ABOVE
  return approveOne(tx, REFUNDS, uid, { by, aloneUpTo }, (refund) => carryOutRefund(tx, refund))
}

/** What of the payment goes back, with what went before. */
async function goingBack(tx: Tx, { paymentId }: Row): Promise<number> {
  const [given] = await tx<[{ amount: number }]>`
    select coalesce(sum(amount), 0)::bigint as amount from private.refunds
    where payment_id = ${paymentId} and status not in ('failed', 'rejected')`
  return given.amount
}

/** Nothing has moved yet, so nothing has to move back. */
export function rejectRefund(sql: Sql, uid: string, by: Administrator): Promise<Result<RefundWire>> {
  return transact(sql, (tx) => reject(tx, REFUNDS, uid, { by }))
}

/** The refund as it stands; market, payment and refund are locked, in this order. */
async function lockRefund(tx: Tx, uid: string): Promise<Row | undefined> {
  const [named] = await tx<{ paymentId: number }[]>`
    select payment_id as "paymentId" from private.refunds where uid = ${uid}`
  if (!named) return undefined
  await lockMarketOf(tx, named.paymentId)
  await tx`select from payments where id = ${named.paymentId} for update`
  const [refund] = await tx<Row[]>`
    select refunds.id, refunds.uid, payment_id as "paymentId", payments.uid as "paymentUid", method,
      refunds.user_id as fan, erased_at is not null as "isErased", users.wallet, refunds.amount, destination, reason,
      despite_play as "despitePlay", refunds.status
    from private.refunds
    join payments on payments.id = payment_id
    join users on users.uid = refunds.user_id
    where refunds.uid = ${uid}
    for update of refunds for key share of users`
  return refund
}
