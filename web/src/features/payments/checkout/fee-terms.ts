import { CARD_FEE_BASIS_POINTS, CARD_FEE_FIXED_CENTAVOS, PIX_FEE_BASIS_POINTS } from '#domain/fee.ts'
import { formatBRL } from '#domain/money.ts'
import { formatRate } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'

/** The card fee for a sentence: `3,99%` and `R$ 0,39`. */
export function cardFeeTerms(): { rate: string; fixed: string } {
  return {
    rate: formatRate(CARD_FEE_BASIS_POINTS, currentLanguage()),
    fixed: formatBRL(CARD_FEE_FIXED_CENTAVOS),
  }
}

/** The PIX fee for a sentence: `0,99%`. */
export function pixFeeTerms(): { rate: string } {
  return { rate: formatRate(PIX_FEE_BASIS_POINTS, currentLanguage()) }
}
