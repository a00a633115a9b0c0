/**
 * Books a refund that was made in the processor's own panel: by the rules of any refund to the card, where it is charged to
 * whoever has its money, or as the house's loss.
 */
import * as v from 'valibot'
import type { LeftOutcome } from '#domain/money-decision.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { Env } from '../../env.ts'
import { centavos, parseSoleRow } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { account, post, someOf } from '../ledger/ledger.ts'
import { carryOutRefund, type OpenRefund } from './carry-out-refund.ts'
import { lockRefund } from './decide-refund.ts'
import { applyCardRefund } from './record-card-refund.ts'

/** Whose refund it is, and how much; undefined unless it waits for such a decision. Market, payment and refund are locked. */
export async function findElsewhere(
  tx: Tx,
  uid: string,
): Promise<{ fan: string; amount: number; providerId: string } | undefined> {
  const refund = await lockRefund(tx, uid)
  if (!refund?.madeElsewhere || refund.status !== 'requested') return undefined
  return { ...refund, providerId: refund.providerId ?? '' }
}

/** Part of the transaction that decides it. */
export async function bookElsewhere(
  env: Pick<Env, 'SUPPORT_EMAIL' | 'PUBLIC_URL'>,
  tx: Tx,
  uid: string,
  outcome: LeftOutcome,
): Promise<Result<null>> {
  const refund = await lockRefund(tx, uid)
  if (!refund?.madeElsewhere || refund.status !== 'requested') return refuse('refund_decided')
  const charged = outcome === 'charged' ? Math.min(refund.amount, await neverReturned(tx, refund)) : 0
  // The service fee never was in the wallet: whatever part of it went back is the house's.
  const borne = refund.amount - charged
  await tx`
    update private.refunds set status = 'approved', amount = ${charged || borne} where id = ${refund.id}`
  await post(
    tx,
    someOf([
      {
        id: `card_refund:${uid}:house`,
        kind: 'card_refund',
        debit: account.disputeLosses,
        credit: account.refunding,
        amount: borne,
      },
    ]),
  )
  if (charged > 0) {
    const carried = await carryOutRefund(tx, { ...refund, amount: charged })
    if (!carried.ok) return carried
  }
  await applyCardRefund(env, tx, uid, { providerId: null, status: 'done', failure: null })
  return ok(null)
}

/** What reached the wallet by this payment and was not returned to the card before. */
async function neverReturned(tx: Tx, { paymentId, id }: OpenRefund): Promise<number> {
  const { left } = parseSoleRow(
    v.object({ left: centavos }),
    await tx`
      select greatest(0, amount - coalesce((
        select sum(amount) from private.refunds
        where payment_id = ${paymentId} and id <> ${id} and destination = 'card' and status not in ('failed', 'rejected')
      ), 0))::bigint as left
      from payments where id = ${paymentId}`,
  )
  return left
}
