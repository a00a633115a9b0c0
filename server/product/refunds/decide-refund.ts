/**
 * The house's word on a refund: agreed to, by one administrator or above a limit by two, or rejected. Agreeing again
 * changes nothing; of an approval and a rejection that race one counts.
 */

import { REFUND_TRANSITIONS, type RefundStatus } from '#domain/refund.ts'
import type { Refusal } from '#domain/refusal.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { mayBecome } from '#domain/transitions.ts'
import type { ServerContext } from '../../context.ts'
import type { Env } from '../../env.ts'
import { type Administrator, audit } from '../../platform/audit.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { lockMarketOf } from '../access/public.ts'
import { carryOutRefund, type OpenRefund } from './carry-out-refund.ts'
import type { RefundWire } from './contract.ts'
import { readRefund } from './refunds.ts'

/** The database is the last to judge a race. */
export const REFUND_CONSTRAINTS: Readonly<Record<string, Refusal>> = {
  refund_within_payment: 'refund_exceeds_payment',
  no_overdraft: 'refund_uncovered',
}

export function approveRefund(
  ctx: Pick<ServerContext, 'sql' | 'env'>,
  uid: string,
  by: Administrator,
): Promise<Result<RefundWire>> {
  return transact(
    ctx.sql,
    async (tx) => {
      const approved = await approve(tx, ctx.env, uid, by)
      return approved.ok ? ok(await readRefund(tx, uid)) : approved
    },
    REFUND_CONSTRAINTS,
  )
}

/** One agreement; with the last that is due the refund is carried out. Part of a larger transaction. */
export async function approve(
  tx: Tx,
  env: Pick<Env, 'PLATFORM_WALLET' | 'WITHDRAWAL_SECOND_PERSON_ABOVE'>,
  uid: string,
  by: Administrator,
): Promise<Result<null>> {
  const refund = await lockRefund(tx, uid)
  if (!refund) return refuse('refund_not_found')
  if (refund.status === 'approved' || refund.status === 'done') return ok(null)
  if (!mayBecome(REFUND_TRANSITIONS, refund.status, 'approved')) return refuse('refund_decided')
  if (refund.fan === by.uid) return refuse('own_refund')
  const added = await tx`
    insert into private.refund_approvals (refund_id, admin_id) values (${refund.id}, ${by.uid})
    on conflict do nothing`
  if (added.count === 0) return refuse('second_person_due')
  const { approvals, given } = await countApprovals(tx, refund)
  const isEnough = approvals >= (given > env.WITHDRAWAL_SECOND_PERSON_ABOVE ? 2 : 1)
  await audit(tx, by, {
    action: 'refund.approve',
    subject: refund.paymentUid,
    before: { refund: uid, approvals: approvals - 1 },
    after: { refund: uid, approvals, status: isEnough ? 'approved' : 'requested', amount: refund.amount },
  })
  return isEnough ? carryOutRefund(tx, refund, env.PLATFORM_WALLET) : ok(null)
}

/** Who agreed to it; and what of the payment goes back with it, so that small parts of much are no way around. */
async function countApprovals(tx: Tx, refund: OpenRefund): Promise<{ approvals: number; given: number }> {
  const [row] = await tx<{ approvals: number; given: number }[]>`
    select
      (select count(*) from private.refund_approvals where refund_id = ${refund.id}) as approvals,
      (
        select sum(amount) from private.refunds
        where payment_id = ${refund.paymentId} and status not in ('failed', 'rejected')
      )::bigint as given`
  return row ?? { approvals: 0, given: refund.amount }
}

/** Nothing has moved yet, so nothing has to move back. */
export function rejectRefund(sql: Sql, uid: string, by: Administrator): Promise<Result<RefundWire>> {
  return transact(sql, async (tx) => {
    const refund = await lockRefund(tx, uid)
    if (!refund) return refuse('refund_not_found')
    if (refund.status === 'rejected') return ok(await readRefund(tx, uid))
    if (!mayBecome(REFUND_TRANSITIONS, refund.status, 'rejected')) return refuse('refund_decided')
    await tx`
      update private.refunds set status = 'rejected', ended_at = clock_timestamp() where id = ${refund.id}`
    await audit(tx, by, {
      action: 'refund.reject',
      subject: refund.paymentUid,
      before: { refund: uid, status: refund.status },
      after: { refund: uid, status: 'rejected', amount: refund.amount },
    })
    return ok(await readRefund(tx, uid))
  })
}

/** The refund as it stands; market, payment and refund are locked, in this order. */
async function lockRefund(tx: Tx, uid: string): Promise<(OpenRefund & { status: RefundStatus }) | undefined> {
  const [named] = await tx<{ paymentId: number }[]>`
    select payment_id as "paymentId" from private.refunds where uid = ${uid}`
  if (!named) return undefined
  await lockMarketOf(tx, named.paymentId)
  await tx`select from payments where id = ${named.paymentId} for update`
  const [refund] = await tx<(OpenRefund & { status: RefundStatus })[]>`
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
