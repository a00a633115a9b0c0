/** The card fee: 3.99 % of the amount plus R$ 0,39, added on top of it (specification, section 9). */
import { divideHalfUp } from './money.ts'

export const CARD_FEE_BASIS_POINTS = 399
export const CARD_FEE_FIXED_CENTAVOS = 39

/** Fee in centavos for crediting `amount` centavos by card; the percentage is rounded half up. */
export function cardFee(amount: number): number {
  return divideHalfUp(amount * CARD_FEE_BASIS_POINTS, 10_000) + CARD_FEE_FIXED_CENTAVOS
}

/** What the card is charged, in centavos, so that `amount` centavos reach the wallet. */
export function amountWithCardFee(amount: number): number {
  return amount + cardFee(amount)
}
