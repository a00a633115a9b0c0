/** Money that arrived and could not be used for its purpose: what has become of it. */
import type { TFunction } from 'i18next'
import { formatBRL } from '#domain/money.ts'
import { unbroken } from '../../../lib/format.ts'

/** What was paid, what of it is in the wallet, and that the fee stays. */
export function keptSums(t: TFunction<'payments'>, { amount, fee }: { amount: number; fee: number }): string {
  const [total, kept, charged] = [amount + fee, amount, fee].map((sum) => unbroken(formatBRL(sum)))
  return fee > 0 ? t('kept.fee', { total, amount: kept, fee: charged }) : t('kept.whole', { total })
}
