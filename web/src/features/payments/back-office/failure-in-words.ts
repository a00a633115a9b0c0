import type { TFunction } from 'i18next'

type Words = TFunction<['payments-back-office', 'refusals']>

/** Why a payment came to nothing: our own words for it, or those of the processor or the chain as they were written. */
export function failureInWords(t: Words, failure: string): string {
  const name = failure.replace(/\W+/g, '_')
  const refused = t(`refusals:${name as 'bid_amount_taken'}`, { defaultValue: failure })
  return t(`payment.failures.${name as 'paid_late'}`, { defaultValue: refused })
}
