import type { TFunction } from 'i18next'

type Words = TFunction<['payments-back-office', 'refusals']>

/** Why a payment failed: in our own words, or as the processor or the chain put it. */
export function failureInWords(t: Words, failure: string): string {
  const name = failure.replace(/\W+/g, '_')
  const refused = t(`refusals:${name as 'bid_amount_taken'}`, { defaultValue: failure })
  return t(`payment.failures.${name as 'paid_late'}`, { defaultValue: refused })
}
