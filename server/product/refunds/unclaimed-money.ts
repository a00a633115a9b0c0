/**
 * Money for an erased account: in that wallet nobody would ever see it, so the platform keeps it where it is seen, is
 * notified, and answers for it. Parts of a larger transaction.
 */
import * as v from 'valibot'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { Env } from '../../env.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { parseRow, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { account, post } from '../ledger/ledger.ts'
import { enqueueMail } from '../outbox.ts'
import { readUnclaimed } from './read-unclaimed.ts'

/** A fan as the receiver of money; reading locks the row, so that it is not erased meanwhile. */
export const recipient = v.object({ fan: v.string(), isErased: v.boolean() })
export type Recipient = v.InferOutput<typeof recipient>

/** Where money for `to` goes. */
export function walletOf(to: Recipient): string {
  return to.isErased ? account.unclaimed : account.available(to.fan)
}

/** Notifies the platform that `amount` centavos of a payment arrived for an erased account. */
export async function alertUnclaimed(
  tx: Tx,
  env: Pick<Env, 'SUPPORT_EMAIL' | 'PUBLIC_URL'>,
  paymentUid: string,
  amount: number,
): Promise<void> {
  await enqueueMail(tx, {
    to: env.SUPPORT_EMAIL,
    language: 'pt',
    template: 'unclaimed_alert',
    data: {
      amount: String(amount),
      payment: paymentUid,
      link: `${env.PUBLIC_URL}/admin/activity/${paymentUid}`,
    },
  })
}

/**
 * POST /admin/activity/{uid}/unclaimed: what was kept of a payment was handed over outside of the product. `reason`
 * says how, and is kept. Recorded twice it is booked once. One person decides: the money has left already, and this
 * only records where it went.
 */
export function closeUnclaimed(
  sql: Sql,
  paymentUid: string,
  reason: string,
  by: Actor,
): Promise<Result<{ amount: number }>> {
  return transact(sql, async (tx) => {
    const payment = parseRow(
      v.object({ id: rowId, fan: v.string() }),
      await tx`
        select id, user_id as fan from payments where uid = ${paymentUid} for update`,
    )
    if (!payment) return refuse('payment_not_found')
    if (payment.fan === by.uid) return refuse('own_refund')
    const { amount, handedOver } = await readUnclaimed(tx, payment.id)
    if (amount === 0) return refuse('nothing_unclaimed')
    await post(tx, [
      {
        id: `unclaimed:${paymentUid}:${handedOver + 1}`,
        kind: 'unclaimed_paid',
        debit: account.unclaimed,
        credit: account.unclaimedPaid,
        amount,
      },
    ])
    await audit(tx, by, {
      action: 'refund.hand-over',
      subject: paymentUid,
      before: { unclaimed: amount },
      after: { unclaimed: 0, reason },
    })
    return ok({ amount })
  })
}
