/**
 * What an approved refund does, in one transaction: artist and platform return their shares if the payment bought
 * something, an unplayed token whose whole price was refunded is revoked, and money for the card leaves the wallet
 * for the processor, which a job calls.
 */
import * as v from 'valibot'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import { fitsRefund, platformPartOf, REFUND_DESTINATIONS } from '#domain/refund.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { isPlayed } from '#domain/token.ts'
import { enqueueChain } from '../../platform/chain-operations.ts'
import { centavos, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { type BoughtToken, burnShares, lockTokenOf, revokeToken } from '../access/public.ts'
import { account, freeHolds, hold, post } from '../ledger/ledger.ts'
import { type ReturnedShares, returnShares, sharesLeft } from '../market/public.ts'
import { enqueueJob, notifyFans } from '../outbox.ts'
import { readUnclaimed } from './read-unclaimed.ts'
import { recipient, walletOf } from './unclaimed-money.ts'

export const openRefund = v.object({
  ...recipient.entries,
  id: rowId,
  uid: v.string(),
  paymentId: rowId,
  paymentUid: v.string(),
  method: v.picklist(PAYMENT_METHODS),
  wallet: v.nullable(v.string()),
  amount: centavos,
  destination: v.picklist(REFUND_DESTINATIONS),
  reason: v.string(),
  despitePlay: v.boolean(),
  /** Its money has left already, by the processor's own panel. */
  madeElsewhere: v.boolean(),
})
export type OpenRefund = v.InferOutput<typeof openRefund>

/** The caller holds the locks of market, payment and refund. */
export async function carryOutRefund(tx: Tx, refund: OpenRefund): Promise<Result<null>> {
  await freeHolds(tx, [`refund:${refund.uid}`])
  const [dispute] = await tx`
    select from private.disputes where payment_id = ${refund.paymentId} and status <> 'won'`
  if (dispute) return refuse('payment_disputed')
  if (refund.destination === 'card' && refund.method !== 'card') return refuse('refund_not_to_card')
  // Nobody is left to have it.
  if (refund.destination === 'wallet' && refund.wallet === null) return refuse('user_not_found')
  const token = await lockTokenOf(tx, refund.paymentId)
  if (token?.status === 'pending') return refuse('token_not_playable')

  const left = token ? await standingShares(tx, token) : 0
  // What was not spent, or was returned before, is in the wallet already.
  if (!token || left === 0) {
    if (refund.destination === 'wallet') return refuse('refund_in_wallet')
    if (refund.isErased && (await readUnclaimed(tx, refund.paymentId)).amount < refund.amount) {
      return refuse('refund_uncovered')
    }
    return payToCard(tx, refund, walletOf(refund))
  }
  // Refunds by the other way count here, too.
  if (refund.madeElsewhere ? refund.amount > left : !fitsRefund(refund.amount, left))
    return refuse('refund_exceeds_payment')
  if (isPlayed(token.statusSong) && !refund.despitePlay) return refuse('refund_after_play')

  const shares = await takeShares(tx, refund, token, left)
  if (!(await coversUnearned(tx, token))) return refuse('refund_uncovered')
  const takesBack = refund.amount === left && token.status === 'minted' && !isPlayed(token.statusSong)
  if (takesBack) await revokeToken(tx, 'refund', token, shares)
  else await moveOnChain(tx, refund, token, shares)
  if (refund.destination === 'card') await payToCard(tx, refund, account.available(refund.fan))
  else {
    await tx`update private.refunds set status = 'done', ended_at = clock_timestamp() where id = ${refund.id}`
    const { fan, amount, reason } = refund
    await notifyFans(tx, [{ fan, kind: 'refunded_to_wallet', data: { amount, reason } }])
  }
  // Last, so that the chain hears of the sale to the next fan after the return of this one.
  if (takesBack) await tx`select market.settle(array[${token.projectId}::bigint])`
  return ok(null)
}

/** What is left of a token's price and tip with artist and platform; 0 once the sale was undone as a whole. */
async function standingShares(tx: Tx, token: BoughtToken): Promise<number> {
  const [undone] = await tx`
    select from ledger.transfers
    where id in ${tx(
      ['regret', 'refund', 'dispute_return'].flatMap((kind) =>
        ['sale_author', 'sale_platform', 'house'].map((share) => `${kind}:${token.uid}:${share}`),
      ),
    )}`
  if (undone) return 0
  const { author, platform } = await sharesLeft(tx, token.uid)
  return author + platform
}

/** Moves the shares of this refund back to the wallet, and records whose they were. */
async function takeShares(
  tx: Tx,
  refund: OpenRefund,
  token: BoughtToken,
  left: number,
): Promise<ReturnedShares> {
  const sale = parseSoleRow(
    v.object({ platform: centavos }),
    await tx`
      select coalesce((
        select amount from ledger.transfers where id = ${`sale:${token.uid}:platform`}
      ), 0)::bigint as platform`,
  )
  const amount = token.amount + token.tip
  const platform = platformPartOf(refund.amount, amount - left, { amount, platform: sale.platform })
  const shares = { author: refund.amount - platform, platform }
  await tx`
    update private.refunds
    set from_sale = true, platform_part = ${platform}
    where id = ${refund.id}`
  await returnShares(tx, { kind: 'refund', name: `refund_of:${refund.uid}` }, token, shares)
  return shares
}

/**
 * What an artist has been paid already does not come from what may still be returned to other fans (decision 040).
 */
async function coversUnearned(tx: Tx, { projectId }: BoughtToken): Promise<boolean> {
  const { covered } = parseSoleRow(
    v.object({ covered: v.boolean() }),
    await tx`select private.covers_unearned(${projectId}) as covered`,
  )
  return covered
}

/** The public mirror of the wallets, where access stays as it is. */
async function moveOnChain(
  tx: Tx,
  { uid }: OpenRefund,
  token: BoughtToken,
  shares: ReturnedShares,
): Promise<void> {
  await burnShares(tx, { key: `refund:${uid}`, reference: uid }, token.authorWallet, shares)
  if (token.wallet === null) return
  await enqueueChain(tx, `refund:${uid}:fan`, 'credit_balance', {
    wallet: token.wallet,
    amount: shares.author + shares.platform,
    reference: uid,
  })
}

/** `from` is the account whose money it is. */
async function payToCard(
  tx: Tx,
  { uid, amount, wallet, madeElsewhere }: OpenRefund,
  from: string,
): Promise<Result<null>> {
  await post(tx, [
    {
      id: `card_refund:${uid}:out`,
      kind: 'card_refund',
      debit: from,
      credit: account.refunding,
      amount,
    },
  ])
  if (wallet) {
    await enqueueChain(tx, `refund:${uid}:card`, 'debit_balance', { wallet, amount, reference: uid })
  }
  if (!madeElsewhere) await enqueueJob(tx, 'refund-to-card', { uid }, { jobKey: `refund-to-card:${uid}` })
  return ok(null)
}

/**
 * Money of the wallet that a refund is to send to a card is held while it waits for its second person: nobody spends or
 * withdraws it meanwhile. Carrying it out frees it first, so that what came between, such as a debt, counts as ever. The caller
 * holds the locks of market, payment and refund. Throws `no_overdraft` where it is not there.
 */
export async function holdRefund(tx: Tx, refund: OpenRefund): Promise<void> {
  const { uid, paymentId, fan, amount, destination, isErased } = refund
  if (destination !== 'card' || isErased) return
  const token = await lockTokenOf(tx, paymentId)
  // The money of a sale is with artist and platform.
  if (token && (await standingShares(tx, token)) > 0) return
  await hold(tx, { id: `refund:${uid}`, fan, amount, reason: 'refund' })
}

/** Frees what refunds of the payment hold: a bank has made them already. */
export async function freeRefundsOf(tx: Tx, paymentId: number): Promise<void> {
  const waiting = await tx<{ uid: string }[]>`
    select uid from private.refunds where payment_id = ${paymentId} and status = 'requested'`
  await freeHolds(
    tx,
    waiting.map(({ uid }) => `refund:${uid}`),
  )
}
