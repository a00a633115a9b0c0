/** Money is an integer number of centavos everywhere; it becomes text only where a person reads it. */

/**
 * The largest amount any form or call accepts: R$ 1.000.000,00. Far below 2^53, far above any real use. A card takes less
 * (`largestAmount` in domain/fee.ts).
 */
export const MAX_CENTAVOS = 100_000_000

/** The smallest deposit: R$ 1,00. Below it the card fee would be most of the payment. */
export const MIN_DEPOSIT = 100

/** What most deposits are, to be chosen with one tap. */
export const QUICK_AMOUNTS = [2000, 5000, 10_000] as const

/** True for a whole, positive number of centavos that the product can handle. */
export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= MAX_CENTAVOS
}

/** Formats centavos as Brazilian currency, in both languages: `123456` → `R$ 1.234,56`, `-900` → `− R$ 9,00` (plain spaces). */
export function formatBRL(centavos: number): string {
  const sign = centavos < 0 ? '− ' : ''
  const digits = String(Math.abs(centavos)).padStart(3, '0')
  const reais = digits.slice(0, -2).replace(/\B(?=(\d{3})+(?!\d))/g, '.')
  return `${sign}R$ ${reais},${digits.slice(-2)}`
}

/**
 * Parses what a currency mask shows: its digits are centavos (`R$ 1.234,56` → `123456`). Null for text without
 * digits.
 */
export function parseBRL(text: string): number | null {
  const digits = text.replace(/\D/g, '')
  if (digits === '') return null
  const centavos = Number(digits)
  return Number.isSafeInteger(centavos) ? centavos : null
}

/**
 * `1.234,56`, `1234,5`, `50`; then the same in English notation. Three digits after a single separator are thousands.
 */
const WRITTEN = [/^(\d+|\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/, /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/]

/**
 * Parses an amount as people write it elsewhere, in reais: `50`, `1,2`, `1.234`, `R$ 1.234,56` → centavos. Null for
 * everything else, for instance `-5` or `1e9`.
 */
export function readWrittenBRL(text: string): number | null {
  const written = text.replace(/\s/g, '').replace(/^R\$/i, '')
  const [, reais = '', cents = ''] = WRITTEN.map((form) => form.exec(written)).find(Boolean) ?? []
  return reais === '' ? null : parseBRL(reais + cents.padEnd(2, '0'))
}

/** Rounds the quotient of two non-negative integers to the nearest integer, halves upwards. */
export function divideHalfUp(numerator: number, denominator: number): number {
  const whole = Math.floor(numerator / denominator)
  return numerator - whole * denominator >= denominator / 2 ? whole + 1 : whole
}
