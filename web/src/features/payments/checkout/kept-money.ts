/** Money that arrived and could not be used for its purpose: why not, and what has become of it. */
import type { TFunction } from 'i18next'
import { formatBRL } from '#domain/money.ts'
import { unbroken } from '../../../lib/format.ts'

type Words = TFunction<['payments', 'refusals']>

/** Failures that are no refusal of ours, by what a payment keeps of them. */
const OWN = { paid_late: 'paid_late', 'no unit was left for this payment': 'no_unit' } as const

/** Null where the failure is in the words of others, which say nothing to a fan. */
export function whyKept(t: Words, failure: string | null | undefined): string | null {
  if (!failure) return null
  if (failure in OWN) return t(`payments:kept.${OWN[failure as keyof typeof OWN]}`)
  return t(`refusals:${failure as 'bid_amount_taken'}`, { defaultValue: '' }) || null
}

/** What was paid, what of it is in the wallet, and that the fee stays. */
export function keptSums(t: Words, { amount, fee }: { amount: number; fee: number }): string {
  const [total, kept, charged] = [amount + fee, amount, fee].map((sum) => unbroken(formatBRL(sum)))
  return fee > 0
    ? t('payments:kept.fee', { total, amount: kept, fee: charged })
    : t('payments:kept.whole', { total })
}
