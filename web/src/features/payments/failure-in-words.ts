import type { TFunction } from 'i18next'
import { failureName } from '#domain/payment.ts'

/** Why a payment failed; null where that is in the words of others, which say nothing to a fan. */
export function failureInWords(t: TFunction<['failures', 'refusals']>, failure: string): string | null {
  const name = failureName(failure)
  const refused = t(`refusals:${name as 'bid_amount_taken'}`, { defaultValue: '' })
  return t(`failures:${name as 'paid_late'}`, { defaultValue: refused }) || null
}
