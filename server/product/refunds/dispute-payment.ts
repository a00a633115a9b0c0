/**
 * Disputes (chargebacks) as the processor reports them. When one opens, what the bank took is set aside: the fan's
 * part comes out of the wallet, below zero if need be, the rest is the platform's. When it ends, it is returned or
 * gone. Safe to repeat and reorder: whichever report comes first opens it, and an end counts once.
 */
import * as v from 'valibot'
import { DISPUTE_STATUSES, type DisputedPayment, type DisputeReport, fanPartOf } from '#domain/dispute.ts'
import { PAYMENT_FLOWS, PAYMENT_STATUSES } from '#domain/payment.ts'
import type { Env } from '../../env.ts'
import { enqueueChain } from '../../platform/chain-operations.ts'
import { centavos, parseRow, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { account, balanceOf, type Entry, lockAvailable, post, someOf } from '../ledger/ledger.ts'
import { enqueueMail, notifyFans } from '../outbox.ts'
import { freeRefundsOf } from './carry-out-refund.ts'
import { takeBoughtBack, takeTokenBack } from './take-back-disputed.ts'
import { alertUnclaimed, recipient } from './unclaimed-money.ts'

type Platform = Pick<Env, 'SUPPORT_EMAIL' | 'PUBLIC_URL'>
const disputedPayment = v.object({
  ...recipient.entries,
  id: rowId,
  uid: v.string(),
  amount: centavos,
  fee: centavos,
  flow: v.picklist(PAYMENT_FLOWS),
  status: v.picklist(PAYMENT_STATUSES),
})
type Payment = v.InferOutput<typeof disputedPayment>
const disputeRow = v.object({
  id: rowId,
  uid: v.string(),
  amount: centavos,
  fanPart: centavos,
  status: v.picklist(DISPUTE_STATUSES),
})
type Dispute = v.InferOutput<typeof disputeRow>

/** The dispute is about a payment whose money has not been booked yet; the job is retried later. */
class PaymentNotBooked extends Error {
  override name = 'PaymentNotBooked'
}

/** Resolves with the outcome, for the log of events. */
export async function applyDispute(
  env: Platform,
  tx: Tx,
  paymentId: number,
  report: DisputeReport,
): Promise<string> {
  await lockMarkets(tx, paymentId)
  const payment = parseRow(
    disputedPayment,
    await tx`
      select payments.id, payments.uid, user_id as fan, erased_at is not null as "isErased", amount, fee, flow, status
      from payments
      join users on users.uid = user_id
      where payments.id = ${paymentId}
      for update of payments for key share of users`,
  )
  if (!payment) throw new Error(`payment ${paymentId} does not exist`)
  if (payment.status === 'pending' || payment.status === 'failed') {
    // That money is booked nowhere and will not be (finish-payment.ts), so there is nothing to set aside.
    if (payment.isErased) return 'refused: its payer was erased'
    throw new PaymentNotBooked(`payment ${payment.uid} is disputed before its money was booked`)
  }
  const opened = await open(env, tx, payment, report)
  const dispute = parseRow(
    disputeRow,
    await tx`
      select id, uid, amount, fan_part as "fanPart", status
      from private.disputes where provider_id = ${report.providerId} for update`,
  )
  if (!dispute) throw new Error(`dispute ${report.providerId} was not kept`)
  if (report.status !== 'open' && dispute.status === 'open') {
    await end(env, tx, payment, dispute, report)
    return report.status
  }
  if (report.evidenceDueAt) {
    await tx`update private.disputes set evidence_due_at = ${report.evidenceDueAt} where id = ${dispute.id}`
  }
  // The ledger and the processor now disagree: a person has to look.
  if (report.status !== 'open' && report.status !== dispute.status) {
    return `refused: ${report.providerId} ended as ${dispute.status} and is now ${report.status}`
  }
  return opened ? 'disputed' : 'repeated'
}

/**
 * All markets that may be affected: the payment's own, those where the fan bids, gives, or has bought a live token.
 * Before any account.
 */
async function lockMarkets(tx: Tx, paymentId: number): Promise<void> {
  await tx`select market.lock(array(
    select project_id from payments where id = ${paymentId} and project_id is not null
    union
    select bids.project_id
    from payments join bids on bids.user_id = payments.user_id and bids.status in ('pending', 'bided')
    where payments.id = ${paymentId}
    union
    select gifts.project_id
    from payments join private.gifts on gifts.giver = payments.user_id and gifts.status = 'waiting'
    where payments.id = ${paymentId}
    union
    select mints.project_id
    from payments
    join payments bought on bought.user_id = payments.user_id
    join mints on mints.payment_id = bought.id and mints.status in ('pending', 'minted')
    where payments.id = ${paymentId}))`
}

async function open(env: Platform, tx: Tx, payment: Payment, report: DisputeReport): Promise<boolean> {
  const fanPart = fanPartOf(report.amount, { ...payment, ...(await alreadyReturnedOf(tx, payment.id)) })
  const dispute = parseRow(
    v.object({ uid: v.string() }),
    await tx`
      insert into private.disputes (provider_id, payment_id, user_id, amount, fan_part, reason)
      values (${report.providerId}, ${payment.id}, ${payment.fan}, ${report.amount}, ${fanPart}, ${report.reason})
      on conflict (provider_id) do nothing
      returning uid`,
  )
  if (!dispute) return false

  const projectId = await takeTokenBack(tx, payment.id)
  await tx`select market.return_gift_of_payment(${payment.id}, 'disputed')`
  await freeRefundsOf(tx, payment.id)
  const taken = parseSoleRow(
    v.object({ free: centavos }),
    await tx`select ledger.take_disputed(${dispute.uid}) as free`,
  )
  // The missing money stands behind no bid or gift any longer. New ones wait for the account.
  if ((await balanceOf(tx, payment.fan)).available < 0) {
    await tx`select market.release_bids_of(${payment.fan}, 'withdrawn')`
    await tx`select market.return_gifts_of(${payment.fan}, 'disputed')`
  }
  const freed = await takeBoughtBack(tx, payment)
  const housePart = report.amount - fanPart
  // A bank may take less than a returned token brought: in that wallet nobody would ever see the rest.
  const rest = payment.isErased ? Math.max(0, await lockAvailable(tx, payment.fan)) : 0
  await post(
    tx,
    someOf([
      legOf(dispute.uid, 'house', account.disputeLosses, account.disputed, housePart),
      legOf(dispute.uid, 'rest', account.available(payment.fan), account.unclaimed, rest),
    ]),
  )
  if (rest > 0) await alertUnclaimed(tx, env, payment.uid, rest)
  const fan = parseRow(
    v.object({ wallet: v.nullable(v.string()), email: v.string() }),
    await tx`
      select wallet, email from users where uid = ${payment.fan}`,
  )
  if (fan?.wallet && taken.free > 0) {
    await enqueueChain(tx, `dispute:${dispute.uid}`, 'debit_balance', {
      wallet: fan.wallet,
      amount: taken.free,
      reference: dispute.uid,
    })
  }
  const projects = [projectId, ...freed].filter((id) => id !== null)
  const paidFor = `${payment.flow}${projects.length > 0 ? '_ended' : ''}`
  await notifyFans(tx, [{ fan: payment.fan, kind: 'payment_disputed', data: { amount: fanPart, paidFor } }])
  await enqueueMail(tx, {
    to: env.SUPPORT_EMAIL,
    language: 'pt',
    template: 'dispute_alert',
    data: {
      amount: String(report.amount),
      person: fan?.email ?? '',
      payment: payment.uid,
      link: `${env.PUBLIC_URL}/admin/activity/${payment.uid}`,
    },
  })
  // Last, so that the chain hears of the sale to the next fan after the return of this one.
  await tx`select market.settle(${projects}::bigint[])`
  return true
}

/** The part of a payment that was returned to the card, or disputed and not won, before. */
async function alreadyReturnedOf(
  tx: Tx,
  paymentId: number,
): Promise<Omit<DisputedPayment, 'amount' | 'fee'>> {
  return parseSoleRow(
    v.object({ disputedBefore: centavos, fanPartBefore: centavos, refundedToCard: centavos }),
    await tx`
      select coalesce(sum(amount), 0)::bigint as "disputedBefore",
        coalesce(sum(fan_part), 0)::bigint as "fanPartBefore",
        (
          select coalesce(sum(amount), 0) from private.refunds
          where payment_id = ${paymentId} and destination = 'card' and status = 'done'
        )::bigint as "refundedToCard"
      from private.disputes
      where payment_id = ${paymentId} and status <> 'won'`,
  )
}

async function end(
  env: Platform,
  tx: Tx,
  payment: Payment,
  dispute: Dispute,
  report: DisputeReport,
): Promise<void> {
  const won = report.status === 'won'
  const { uid, fanPart, amount } = dispute
  // Money returned for an erased account covers what it owes; the rest the platform keeps for its owner.
  const owed = payment.isErased ? Math.max(0, -(await lockAvailable(tx, payment.fan))) : fanPart
  const kept = won ? Math.max(0, fanPart - owed) : 0
  await tx`
    update private.disputes
    set status = ${report.status}, fee = ${report.fee}, ended_at = clock_timestamp()
    where id = ${dispute.id}`
  await post(
    tx,
    someOf([
      won && legOf(uid, 'won', account.disputed, account.available(payment.fan), fanPart - kept),
      won && legOf(uid, 'unclaimed', account.disputed, account.unclaimed, kept),
      won && legOf(uid, 'house_won', account.disputed, account.disputeLosses, amount - fanPart),
      !won && legOf(uid, 'lost', account.disputed, account.clearing, amount),
      // The processor's fee, whoever was right.
      legOf(uid, 'fee', account.disputeLosses, account.clearing, report.fee),
    ]),
  )
  if (kept > 0) await alertUnclaimed(tx, env, payment.uid, kept)
  if (won && fanPart > 0) await creditChain(tx, payment.fan, uid, fanPart)
  const kind = won ? 'dispute_won' : 'dispute_lost'
  await notifyFans(tx, [{ fan: payment.fan, kind, data: { amount: fanPart, paidFor: payment.flow } }])
}

async function creditChain(tx: Tx, fanUid: string, reference: string, amount: number): Promise<void> {
  const fan = parseRow(
    v.object({ wallet: v.nullable(v.string()) }),
    await tx`select wallet from users where uid = ${fanUid}`,
  )
  if (!fan?.wallet) return
  await enqueueChain(tx, `dispute_won:${reference}`, 'credit_balance', {
    wallet: fan.wallet,
    amount,
    reference,
  })
}

function legOf(uid: string, leg: string, debit: string, credit: string, amount: number): Entry {
  return { id: `dispute:${uid}:${leg}`, kind: `dispute_${leg}`, debit, credit, amount }
}
