/** What the processor says of a refund that we asked for. Safe to repeat, and to hear in any order. */
import type { CardRefundStatus } from '#domain/card-refund.ts'
import { REFUND_TRANSITIONS, type RefundStatus } from '#domain/refund.ts'
import { mayBecome } from '#domain/transitions.ts'
import type { Sql, Tx } from '../db/sql.ts'
import { withRetries } from '../db/transact.ts'
import { account, post } from '../ledger.ts'
import { enqueueChain, tell } from '../outbox.ts'

/** `failure` is why the bank did not take it, in the processor's words. */
export type CardRefundReport = {
  providerId: string | null
  status: CardRefundStatus
  failure: string | null
}

type Row = {
  id: number
  status: RefundStatus
  fan: string
  wallet: string | null
  amount: number
  reason: string
}

export function recordCardRefund(sql: Sql, uid: string, report: CardRefundReport): Promise<boolean> {
  return withRetries(sql, (tx) => applyCardRefund(tx, uid, report))
}

/** Resolves with false when that changes nothing. Part of a larger transaction. */
export async function applyCardRefund(tx: Tx, uid: string, report: CardRefundReport): Promise<boolean> {
  const [refund] = await tx<Row[]>`
    select refunds.id, refunds.status, user_id as fan, wallet, amount, reason
    from private.refunds
    join users on users.uid = user_id
    where refunds.uid = ${uid} and destination = 'card'
    for update of refunds`
  if (!refund || refund.status === 'requested') return false
  if (report.providerId) {
    await tx`
      update private.refunds set provider_id = ${report.providerId}
      where id = ${refund.id} and provider_id is null`
  }
  if (report.status === 'under_way' || !mayBecome(REFUND_TRANSITIONS, refund.status, report.status)) {
    return false
  }
  await tx`
    update private.refunds
    set status = ${report.status}, failure = ${report.failure}, ended_at = clock_timestamp()
    where id = ${refund.id}`
  if (report.status === 'done') await bookDone(tx, uid, refund)
  else await bookFailed(tx, uid, refund)
  return true
}

async function bookDone(tx: Tx, uid: string, { fan, amount, reason }: Row): Promise<void> {
  await post(tx, [
    {
      id: `card_refund:${uid}:done`,
      kind: 'card_refund_done',
      debit: account.refunding,
      credit: account.clearing,
      amount,
    },
  ])
  await tell(tx, [{ fan, kind: 'refunded_to_card', data: { amount, reason } }])
}

/** The money is free in the wallet again. One that had been taken for paid comes back from the processor. */
async function bookFailed(tx: Tx, uid: string, { fan, wallet, amount, status }: Row): Promise<void> {
  await post(tx, [
    {
      id: `card_refund:${uid}:back`,
      kind: 'card_refund_returned',
      debit: status === 'done' ? account.clearing : account.refunding,
      credit: account.available(fan),
      amount,
    },
  ])
  if (wallet) {
    await enqueueChain(tx, `refund:${uid}:back`, 'credit_balance', { wallet, amount, reference: uid })
  }
  await tell(tx, [{ fan, kind: 'card_refund_failed', data: { amount } }])
}
