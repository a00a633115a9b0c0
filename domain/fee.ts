/**
 * What each payment method costs on top of the amount. Card: a percentage and a fixed part (specification, section 9).
 * PIX: a percentage alone (our own rule). The wallet: nothing. Texts get the figures from here; the legal texts state
 * them, and a test compares.
 */
import { divideHalfUp, MAX_CENTAVOS } from './money.ts'
import type { PaymentMethod } from './payment.ts'

/** Hundredths of a per cent. */
export const CARD_FEE_BASIS_POINTS = 399
export const CARD_FEE_FIXED_CENTAVOS = 39
/** Hundredths of a per cent. */
export const PIX_FEE_BASIS_POINTS = 99

/** Fee in centavos for crediting `amount` centavos by card; the percentage is rounded half up. */
export function cardFee(amount: number): number {
  return divideHalfUp(amount * CARD_FEE_BASIS_POINTS, 10_000) + CARD_FEE_FIXED_CENTAVOS
}

/** R$ 961.630,54: with its fee it is R$ 999.999,99, the most that the processor charges at once in reais. */
const LARGEST_BY_CARD = 96_163_054

/** The largest amount, in centavos without the fee, that can be paid at once by `method`. */
export function largestAmount(method: PaymentMethod): number {
  return method === 'card' ? LARGEST_BY_CARD : MAX_CENTAVOS
}

/** What the card is charged, in centavos, so that `amount` centavos reach the wallet. */
export function amountWithCardFee(amount: number): number {
  return amount + cardFee(amount)
}

/** Fee in centavos for crediting `amount` centavos by PIX, rounded half up. */
export function pixFee(amount: number): number {
  return divideHalfUp(amount * PIX_FEE_BASIS_POINTS, 10_000)
}

const FEES: Readonly<Record<PaymentMethod, (amount: number) => number>> = {
  card: cardFee,
  pix: pixFee,
  balance: () => 0,
}

/** What a fan pays in all, in centavos, for `amount` centavos by `method`. */
export function amountWithFee(method: PaymentMethod, amount: number): number {
  return amount + FEES[method](amount)
}
