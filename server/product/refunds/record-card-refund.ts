/** The processor's reports on a refund that we requested. Safe to repeat, and to receive in any order. */
import * as v from 'valibot'
import type { CardRefundStatus } from '#domain/card-refund.ts'
import { REFUND_STATUSES, REFUND_TRANSITIONS } from '#domain/refund.ts'
import { mayBecome } from '#domain/transitions.ts'
import type { ServerContext } from '../../context.ts'
import type { Env } from '../../env.ts'
import { enqueueChain } from '../../platform/chain-operations.ts'
import { centavos, parseRow, rowId } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { withRetries } from '../../platform/db/transact.ts'
import { account, post, someOf } from '../ledger/ledger.ts'
import { enqueueJob, notifyFans } from '../outbox.ts'
import { dropElsewhere } from './drop-elsewhere.ts'
import { alertUnclaimed, recipient, walletOf } from './unclaimed-money.ts'

/** `failure` is why the bank refused it, in the processor's words. */
export type CardRefundReport = {
  providerId: string | null
  status: CardRefundStatus
  failure: string | null
}

/** A bank may take days; it is asked this often, in case the webhook never comes. */
const ASK_AGAIN_MS = 6 * 3_600_000

type Platform = Pick<Env, 'SUPPORT_EMAIL' | 'PUBLIC_URL'>
const cardRefund = v.object({
  ...recipient.entries,
  id: rowId,
  status: v.picklist(REFUND_STATUSES),
  wallet: v.nullable(v.string()),
  payment: v.string(),
  amount: centavos,
  /** What the ledger took of each for it: the house gives only of one that was made elsewhere. */
  fromHouse: centavos,
  fromWallet: centavos,
  /** Of the payment. It stays, but where the house gave too. */
  fee: centavos,
  reason: v.string(),
  madeElsewhere: v.boolean(),
})
type CardRefund = v.InferOutput<typeof cardRefund>

export function recordCardRefund(
  ctx: Pick<ServerContext, 'sql' | 'env'>,
  uid: string,
  report: CardRefundReport,
): Promise<boolean> {
  return withRetries(ctx.sql, async (tx) => {
    if (report.status === 'under_way') {
      const runAt = new Date(Date.now() + ASK_AGAIN_MS)
      await enqueueJob(tx, 'refund-to-card', { uid }, { jobKey: `refund-to-card:${uid}`, runAt })
    }
    return applyCardRefund(ctx.env, tx, uid, report)
  })
}

/** Resolves with false when that changes nothing. Part of a larger transaction. */
export async function applyCardRefund(
  house: Platform,
  tx: Tx,
  uid: string,
  report: CardRefundReport,
): Promise<boolean> {
  const refund = parseRow(
    cardRefund,
    await tx`
      select refunds.id, refunds.status, refunds.user_id as fan, erased_at is not null as "isErased", wallet,
        payments.uid as payment, payments.fee, refunds.amount, reason, made_elsewhere as "madeElsewhere",
        coalesce((select amount from ledger.transfers where id = 'card_refund:' || refunds.uid || ':house'), 0)::bigint
          as "fromHouse",
        coalesce((select amount from ledger.transfers where id = 'card_refund:' || refunds.uid || ':out'), 0)::bigint
          as "fromWallet"
      from private.refunds
      join payments on payments.id = payment_id
      join users on users.uid = refunds.user_id
      where refunds.uid = ${uid} and destination = 'card'
      for update of refunds for key share of users`,
  )
  if (!refund || refund.status === 'requested') return false
  if (report.providerId) {
    // Made in the processor's panel, and known by that name before it was named as the one that was asked for.
    await dropElsewhere(tx, report.providerId, null)
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
  else await bookFailed(house, tx, uid, refund)
  return true
}

async function bookDone(
  tx: Tx,
  uid: string,
  { fan, fromHouse, fromWallet, fee, reason, madeElsewhere }: CardRefund,
): Promise<void> {
  const amount = fromHouse + fromWallet
  await post(tx, [
    {
      id: `card_refund:${uid}:done`,
      kind: 'card_refund_done',
      debit: account.refunding,
      credit: account.clearing,
      amount,
    },
  ])
  await notifyFans(tx, [
    {
      fan,
      kind: 'refunded_to_card',
      data: {
        amount,
        reason,
        ...(madeElsewhere && { elsewhere: 1 }),
        ...(fromHouse === 0 && fee > 0 && { feeKept: fee }),
      },
    },
  ])
}

/**
 * The money is available in the wallet again, or kept for an erased account. One that had been considered paid is
 * returned by the processor.
 */
async function bookFailed(house: Platform, tx: Tx, uid: string, refund: CardRefund): Promise<void> {
  const { fan, wallet, payment, fromHouse, fromWallet: amount, status } = refund
  const leg = (name: string, credit: string, part: number) => ({
    id: `card_refund:${uid}:${name}`,
    kind: 'card_refund_returned',
    debit: status === 'done' ? account.clearing : account.refunding,
    credit,
    amount: part,
  })
  await post(
    tx,
    someOf([leg('back', walletOf(refund), amount), leg('house_back', account.disputeLosses, fromHouse)]),
  )
  if (amount === 0) return
  if (refund.isErased) return alertUnclaimed(tx, house, payment, amount)
  if (wallet) {
    await enqueueChain(tx, `refund:${uid}:back`, 'credit_balance', { wallet, amount, reference: uid })
  }
  await notifyFans(tx, [{ fan, kind: 'card_refund_failed', data: { amount } }])
}
