import { CARD_FEE_BASIS_POINTS, CARD_FEE_FIXED_CENTAVOS, PIX_FEE_BASIS_POINTS } from '#domain/fee.ts'
import { formatBRL } from '#domain/money.ts'
import { formatRate } from '../../../lib/format.ts'
import { currentLanguage, i18n } from '../../../lib/i18n.ts'
import type { OutsideMethod } from './method-choice.tsx'

/** The card fee for a sentence: `3,99%` and `R$ 0,39`. */
export function cardFeeTerms(): { rate: string; fixed: string } {
  return {
    rate: formatRate(CARD_FEE_BASIS_POINTS, currentLanguage()),
    fixed: formatBRL(CARD_FEE_FIXED_CENTAVOS),
  }
}

/** What the fee of a payment is called, before it is paid and after. */
export function feeLabel(method: OutsideMethod): string {
  if (method === 'card') return i18n.t('payments:buy.fee')
  return i18n.t('payments:pix.fee', { rate: formatRate(PIX_FEE_BASIS_POINTS, currentLanguage()) })
}
