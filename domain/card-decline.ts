/** Why a bank declined a card, as far as its holder is told (docs.stripe.com/declines/codes). */

export const CARD_DECLINES = [
  'declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_number',
  'incorrect_cvc',
  'incorrect_expiry',
  'not_supported',
  'authentication_required',
  'limit_exceeded',
  'try_again',
] as const
export type CardDecline = (typeof CARD_DECLINES)[number]

const REASONS: Readonly<Record<string, CardDecline>> = {
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  incorrect_number: 'incorrect_number',
  invalid_number: 'incorrect_number',
  incorrect_cvc: 'incorrect_cvc',
  invalid_cvc: 'incorrect_cvc',
  invalid_expiry_month: 'incorrect_expiry',
  invalid_expiry_year: 'incorrect_expiry',
  card_not_supported: 'not_supported',
  currency_not_supported: 'not_supported',
  authentication_required: 'authentication_required',
  payment_intent_authentication_failure: 'authentication_required',
  card_velocity_exceeded: 'limit_exceeded',
  withdrawal_count_limit_exceeded: 'limit_exceeded',
  processing_error: 'try_again',
  issuer_not_available: 'try_again',
  reenter_transaction: 'try_again',
  try_again_later: 'try_again',
}

/**
 * Maps the processor's codes. Anything not listed, including lost, stolen and suspected cards, is simply declined:
 * whoever holds such a card should not learn what the bank knows.
 */
export function cardDecline(code: string | undefined, declineCode: string | undefined): CardDecline {
  return REASONS[declineCode ?? ''] ?? REASONS[code ?? ''] ?? 'declined'
}
