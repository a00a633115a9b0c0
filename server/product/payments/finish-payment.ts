/** What becomes of a payment by card or PIX once it is certain whether the money arrived. */
import * as v from 'valibot'
import type { PaymentStatus } from '#domain/payment.ts'
import { enqueueChain } from '../../platform/chain-operations.ts'
import { parseRow } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { account, balanceOf, post } from '../ledger/ledger.ts'
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

  // The market before the accounts, in the lock order of bids.
  if (payment.flow === 'bid') await tx`select market.lock(array[${payment.projectId}::bigint])`
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
  const project = parseRow(
    v.object({ projectName: v.string(), open: v.boolean(), owned: v.boolean() }),
    await tx`
      select project_name as "projectName",
        is_active and expired_at > clock_timestamp()
          -- Who cannot sign in cannot play.
          and exists (select from users where users.uid = ${payment.fanUid} and users.is_active)
          -- A pause does not take away what had been set aside for this payment before.
          and (paused_at is null or exists (select from units where reserved_by = ${payment.id})) as open,
        case
          when exists (select from private.gifts where payment_id = ${payment.id}) then exists (
            select from private.gifts
            where project_id = projects.id and giver = ${payment.fanUid} and status = 'waiting'
          )
          else exists (
            select from mints
            where project_id = projects.id and user_id = ${payment.fanUid} and status in ('pending', 'minted')
          )
        end as owned
      from projects
      where id = ${payment.projectId}
      -- A pause that is under way comes first: the sale would be refused by it.
      for share of projects`,
  )
  // A dispute of another payment may have left a debt that takes what was received.
  const isCovered = (await balanceOf(tx, payment.fanUid)).available >= payment.amount
  const mayBuy = project?.open && !project.owned && !late && isCovered
  if (mayBuy && (await sellPaid(tx, payment.id))) return
  await releaseUnit(tx, payment.id)
  await becomes(tx, payment, 'failed-mint', late ? 'paid late' : 'no unit was left for this payment')
  const data = { project: project?.projectName ?? '', amount: payment.amount }
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
  const [placed] = late ? [{ refusal: 'paid_late' }] : await placeBids(tx, [bid])
  if (!placed?.refusal) return
  await becomes(tx, payment, 'failed-bided', placed.refusal)
  await notifyFans(tx, [{ fan: fanUid, kind: 'bid_refused', data: { project: project.name, amount } }])
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
