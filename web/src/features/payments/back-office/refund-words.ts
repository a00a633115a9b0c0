/** Which words say why a refund was not made, or cannot be. */
import type { PaymentDetailWire } from '#server/product/payments/contract.ts'

/** The processor's codes for what a card's bank refuses. */
const REFUSED = ['expired_or_canceled_card', 'lost_or_stolen_card', 'insufficient_funds', 'declined'] as const

/** The key of our words for the processor's reason. */
export function refundFailure(failure: string): (typeof REFUSED)[number] | 'charged_back' | 'other' {
  if (failure.includes('has been charged back')) return 'charged_back'
  return REFUSED.find((code) => code === failure) ?? 'other'
}

type Refundable = Pick<
  PaymentDetailWire,
  'method' | 'status' | 'token' | 'refundable' | 'refunds' | 'disputes' | 'isErased'
>

/** Why nothing can be given back of a payment whose money is here; null where it can, or where the list says it. */
export function refundObstacle({
  method,
  status,
  token,
  refundable,
  refunds,
  disputes,
  isErased,
}: Refundable): 'disputed' | 'lost' | 'won' | 'pix' | null {
  if (refundable.wallet > 0 || refundable.card > 0) return null
  if (disputes.some((dispute) => dispute.status === 'open')) return 'disputed'
  if (disputes.some((dispute) => dispute.status === 'lost')) return 'lost'
  const isHere = status !== 'pending' && status !== 'failed' && token?.status !== 'pending' && !isErased
  if (!isHere || refunds.length > 0) return null
  if (method === 'pix') return 'pix'
  return disputes.length > 0 ? 'won' : null
}
