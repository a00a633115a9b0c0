/** What the card processor's refund status means here; one its bank has not decided is under way. */
export type CardRefundStatus = 'done' | 'failed' | 'under_way'

export function cardRefundStatus(status: string | null | undefined): CardRefundStatus {
  if (status === 'succeeded') return 'done'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'under_way'
}
