/** Stripe's documented test cards (docs.stripe.com/testing) and what each of them does. */

export type Decline = { code: string; declineCode?: string }

/** How a card behaves when charged. Only this, never the number, is kept with a payment method. */
export type CardBehaviour = {
  country: string
  funding: 'credit' | 'debit' | 'prepaid'
  /** 3-D Secure must be completed before the charge. */
  challenge?: boolean
  /** Why the charge is refused. */
  decline?: Decline
  /** The charge succeeds and is disputed at once as fraudulent. */
  dispute?: boolean
}

const credit: CardBehaviour = { country: 'US', funding: 'credit' }
const declined = (declineCode: string): CardBehaviour => ({
  ...credit,
  decline: { code: 'card_declined', declineCode },
})
const refused = (code: string, declineCode?: string): CardBehaviour => ({
  ...credit,
  decline: declineCode === undefined ? { code } : { code, declineCode },
})
const challenged: CardBehaviour = { ...credit, challenge: true }

const CARDS: Record<string, CardBehaviour> = {
  '4242424242424242': credit,
  '4000056655665556': { ...credit, funding: 'debit' },
  '4000000760000002': { ...credit, country: 'BR' },
  '5555555555554444': credit,
  '2223003122003222': credit,
  '5200828282828210': { ...credit, funding: 'debit' },
  '5105105105105100': { ...credit, funding: 'prepaid' },
  '378282246310005': credit,
  '371449635398431': credit,
  '6011111111111117': credit,
  '3056930009020004': credit,
  '36227206271667': credit,
  '3566002020360505': credit,
  '6200000000000005': credit,
  '4000000000000002': declined('generic_decline'),
  '4000000000009995': declined('insufficient_funds'),
  '4000000000009987': declined('lost_card'),
  '4000000000009979': declined('stolen_card'),
  '4000000000000069': refused('expired_card', 'expired_card'),
  '4000000000000127': refused('incorrect_cvc', 'incorrect_cvc'),
  '4000000000000119': refused('processing_error', 'processing_error'),
  '4100000000000019': declined('fraudulent'),
  '4000002500003155': challenged,
  '4000002760003184': challenged,
  '4000000000003220': challenged,
  '4000000000003063': challenged,
  '4000008400001629': { ...declined('generic_decline'), challenge: true },
  '4000008260003178': { ...declined('insufficient_funds'), challenge: true },
  // 3-D Secure is supported but not asked for.
  '4000000000003055': credit,
  '4000000000000259': { ...credit, dispute: true },
}

const NAMED: Record<string, string> = {
  visa: '4242424242424242',
  visa_debit: '4000056655665556',
  br: '4000000760000002',
  mastercard: '5555555555554444',
  amex: '378282246310005',
  chargeDeclined: '4000000000000002',
  visa_chargeDeclined: '4000000000000002',
  visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  visa_chargeDeclinedLostCard: '4000000000009987',
  visa_chargeDeclinedStolenCard: '4000000000009979',
  chargeDeclinedExpiredCard: '4000000000000069',
  chargeDeclinedIncorrectCvc: '4000000000000127',
  chargeDeclinedProcessingError: '4000000000000119',
  authenticationRequired: '4000002760003184',
  threeDSecure2Required: '4000000000003220',
  createDispute: '4000000000000259',
}

export function behaviourOf(number: string): CardBehaviour | undefined {
  return CARDS[number]
}

/** The number behind a documented id such as `pm_card_visa` or `tok_visa`, or undefined. */
export function numberNamed(id: string): string | undefined {
  return NAMED[id.replace(/^(pm_card_|tok_)/, '')]
}
