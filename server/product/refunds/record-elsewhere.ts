/**
 * A refund that somebody made in the processor's own panel: its money has left, and nobody asked for it here. It is kept as a
 * refund that waits, so that what may still be given back is what the processor still holds, until somebody has decided who
 * bears it (book-elsewhere.ts).
 */
import * as v from 'valibot'
import type { CardRefundStatus } from '#domain/card-refund.ts'
import { REFUND_STATUSES } from '#domain/refund.ts'
import type { Env } from '../../env.ts'
import { parseRow } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { dropElsewhere } from './drop-elsewhere.ts'
import { applyCardRefund } from './record-card-refund.ts'

/** Shown in the back office; the fan reads it in their own language (`refunded_to_card.elsewhere`). */
const REASON = 'Reembolso feito pela operadora do cartão.'

export type ElsewhereReport = {
  /** The processor's name for it. */
  providerId: string
  /** Centavos. */
  amount: number
  currency: string
  status: CardRefundStatus
  failure: string | null
}

/** Resolves with the outcome, for the log of events. Safe to repeat, and to receive in any order. */
export async function recordElsewhere(
  env: Pick<Env, 'SUPPORT_EMAIL' | 'PUBLIC_URL'>,
  tx: Tx,
  paymentId: number,
  report: ElsewhereReport,
): Promise<string> {
  const { providerId, amount, currency, status, failure } = report
  // Two reports about one refund wait for each other here, as do the refunds of a payment.
  const payment = parseRow(
    v.object({ isBooked: v.boolean() }),
    await tx`
      select payments.status not in ('pending', 'failed') as "isBooked" from payments where id = ${paymentId} for update`,
  )
  const known = parseRow(
    v.object({ uid: v.string(), status: v.picklist(REFUND_STATUSES), madeElsewhere: v.boolean() }),
    await tx`
      select uid, status, made_elsewhere as "madeElsewhere" from private.refunds where provider_id = ${providerId}`,
  )
  if (known?.status === 'requested' && status === 'failed') {
    await dropElsewhere(tx, providerId, failure)
    return 'refund failed'
  }
  if (known) {
    const applied = await applyCardRefund(env, tx, known.uid, { providerId, status, failure })
    return applied ? `refund ${status}` : 'repeated'
  }
  if (status === 'failed') return 'ignored: it failed'
  // Its money is in no books of ours that it could be taken from; a person looks, and applies it again.
  if (currency !== 'brl' || !payment?.isBooked) return `refused: ${providerId} was not asked for here`
  await tx`
    insert into private.refunds
      (payment_id, user_id, amount, destination, reason, despite_play, provider_id, made_elsewhere)
    select id, user_id, ${amount}, 'card', ${REASON}, true, ${providerId}, true from payments where id = ${paymentId}`
  return 'refund made elsewhere'
}
