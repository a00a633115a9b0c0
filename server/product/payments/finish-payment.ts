/** What becomes of a payment by card or PIX once it is certain whether the money arrived. */
import * as v from 'valibot'
import { PAYMENT_FAILURES, type PaymentStatus } from '#domain/payment.ts'
import { enqueueChain } from '../../platform/chain-operations.ts'
import { parseRow, parseSoleRow, refusalOrNull } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { account, post } from '../ledger/ledger.ts'
import { placeBids, sellPaid } from '../market/public.ts'
import { notifyFans } from '../outbox.ts'
import { paymentsBecome } from '../payment-status.ts'
import type { LockedPayment } from './lock-payment.ts'

/**
 * Books the money of a charge that succeeded and carries out its purpose. Called any number of times, in any order
 * with `failPayment`, it books once. `late` money, paid when the offer was over, stays in the wallet. Resolves with
 * false when there was nothing left to do.
 */
export async function creditPayment(
  tx: Tx,
  payment: LockedPayment,
  { late = false }: { late?: boolean } = {},
): Promise<boolean> {
  if (!(await becomes(tx, payment, 'succeded'))) return false
  const { wallet } = payment
  if (wallet === null) throw new Error(`the payer of payment ${payment.id} has no wallet`)

  // Mailboxes before accounts, in the lock order of purchases.
  if (payment.flow === 'mint')
    await tx`select private.await_mailboxes(array(select email from private.gifts where payment_id = ${payment.id}))`
  const [clearing, fees] =
    payment.method === 'pix' ? [account.pixClearing, account.pixFees] : [account.clearing, account.cardFees]
  await post(tx, [
    {
      id: `deposit:${payment.uid}`,
      kind: 'deposit',
      debit: clearing,
      credit: account.available(payment.fanUid),
      amount: payment.amount,
    },
    // A hundredth of a very small amount rounds to zero, and a zero transfer is left out.
    ...(payment.fee === 0
      ? []
      : [
          {
            id: `${payment.method}_fee:${payment.uid}`,
            kind: `${payment.method}_fee`,
            debit: clearing,
            credit: fees,
            amount: payment.fee,
          },
        ]),
  ])
  await enqueueChain(tx, `credit:${payment.uid}`, 'credit_balance', {
    wallet,
    amount: payment.amount,
    reference: payment.uid,
  })
  if (payment.flow === 'mint') await buyWhatWasPaidFor(tx, payment, late)
  if (payment.flow === 'bid') await placePaidBid(tx, payment, late)
  return true
}

/** Closes a payment whose charge failed and frees the unit it had reserved. */
export async function failPayment(tx: Tx, payment: LockedPayment, reason: string): Promise<boolean> {
  if (!(await becomes(tx, payment, 'failed', reason))) return false
  await releaseUnit(tx, payment.id)
  return true
}

/** The money is in the wallet whatever happens here; when no unit is available it simply stays there. */
async function buyWhatWasPaidFor(tx: Tx, payment: LockedPayment, late: boolean): Promise<void> {
  const { projectName, refusal } = parseSoleRow(
    v.object({ projectName: v.string(), refusal: refusalOrNull }),
    await tx`
      select project_name as "projectName", market.refusal_of_paid(${payment.id}, clock_timestamp()) as refusal
      from projects where id = ${payment.projectId}`,
  )
  if (!late && !refusal && (await sellPaid(tx, payment.id))) return
  await releaseUnit(tx, payment.id)
  const failure = late ? PAYMENT_FAILURES.late : (refusal ?? PAYMENT_FAILURES.noUnit)
  await becomes(tx, payment, 'failed-mint', failure)
  const data = { project: projectName, amount: payment.amount, ...keptFrom(payment, failure) }
  await notifyFans(tx, [{ fan: payment.fanUid, kind: 'mint_failed', data }])
}

/** The money is in the wallet; if the auction has moved on meanwhile, it stays there. */
async function placePaidBid(tx: Tx, payment: LockedPayment, late: boolean): Promise<void> {
  const project = parseRow(
    v.object({ uid: v.string(), name: v.string() }),
    await tx`
      select uid, project_name as name from projects where id = ${payment.projectId}`,
  )
  if (!project) throw new Error(`bid payment ${payment.id} names no project`)
  const { fanUid, amount, id } = payment
  const bid = { fanUid, projectUid: project.uid, amount, key: null, requestHash: '', payment: id }
  const [placed] = late ? [{ refusal: PAYMENT_FAILURES.late }] : await placeBids(tx, [bid])
  if (!placed?.refusal) return
  await becomes(tx, payment, 'failed-bided', placed.refusal)
  const data = { project: project.name, amount, ...keptFrom(payment, placed.refusal) }
  await notifyFans(tx, [{ fan: fanUid, kind: 'bid_refused', data }])
}

/** What the payer is told beside: why the money stays in the wallet, and the fee that does not come back. */
function keptFrom({ fee }: LockedPayment, failure: string): { failure: string; spentFee?: number } {
  return { failure, ...(fee > 0 && { spentFee: fee }) }
}

/** Whether it does. */
async function becomes(
  tx: Tx,
  { id }: LockedPayment,
  status: PaymentStatus,
  failure: string | null = null,
): Promise<boolean> {
  return (await paymentsBecome(tx, tx`select ${id}::bigint`, status, failure)).length > 0
}

async function releaseUnit(tx: Tx, paymentId: number): Promise<void> {
  await tx`update units set reserved_by = null, reserved_until = null where reserved_by = ${paymentId}`
}
