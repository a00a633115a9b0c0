/**
 * Money that was received and belongs to no payment of ours: it is in an account of its own from the moment it is
 * known. Parts of the transaction that applies a provider's report.
 */
import * as v from 'valibot'
import { MONEY_PROVIDERS } from '#domain/payment.ts'
import { centavos, parseRow, rowId } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { account, post } from '../ledger/ledger.ts'

export type UnmatchedReceipt = {
  eventId: string
  provider: 'pix' | 'stripe'
  /** The provider's own id for it. */
  externalId: string
  /** Centavos. */
  amount: number
  /** The payment that it names, if any. */
  paymentId: number | null
}

/** Where a provider's money comes in, and where it waits while nobody knows whose it is. */
export const UNMATCHED_ACCOUNTS = {
  pix: { clearing: account.pixClearing, waiting: account.pixUnmatched },
  stripe: { clearing: account.clearing, waiting: account.cardsUnmatched },
} as const

/** Reported twice it is booked once. */
export async function setAside(tx: Tx, receipt: UnmatchedReceipt): Promise<void> {
  const { eventId, provider, externalId, amount, paymentId } = receipt
  const kept = parseRow(
    v.object({ uid: v.string() }),
    await tx`
      insert into private.unmatched_money (event_id, provider, external_id, amount, payment_id, arrived_at)
      select id, ${provider}, ${externalId}, ${amount}, ${paymentId}, received_at
      from private.webhook_events where id = ${eventId}
      on conflict do nothing
      returning uid`,
  )
  if (!kept) return
  const { clearing, waiting } = UNMATCHED_ACCOUNTS[provider]
  await post(tx, [
    { id: `unmatched:${kept.uid}:in`, kind: 'unmatched', debit: clearing, credit: waiting, amount },
  ])
}

/** The money has found its payment after all, which books it from the provider's account. */
export async function takeFromUnmatched(tx: Tx, eventId: string): Promise<void> {
  const kept = parseRow(
    v.object({ id: rowId, uid: v.string(), provider: v.picklist(MONEY_PROVIDERS), amount: centavos }),
    await tx`
      select id, uid, provider, amount from private.unmatched_money
      where event_id = ${eventId} and status = 'open'
      for update`,
  )
  if (!kept) return
  const { id, uid, provider, amount } = kept
  const { clearing, waiting } = UNMATCHED_ACCOUNTS[provider]
  await tx`
    update private.unmatched_money set status = 'matched', ended_at = clock_timestamp() where id = ${id}`
  await tx`
    update private.money_decisions set status = 'rejected', ended_at = clock_timestamp()
    where subject = ${uid} and status = 'requested'`
  await post(tx, [
    { id: `unmatched:${uid}:matched`, kind: 'unmatched_matched', debit: waiting, credit: clearing, amount },
  ])
}
