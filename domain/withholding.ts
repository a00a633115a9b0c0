/** What is withheld of an artist's payout, by rates that the accountant sets. */
import { isCnpj } from './cnpj.ts'
import { isCpf } from './cpf.ts'
import { divideHalfUp } from './money.ts'

/** Income tax, tax on services, and social security; in the order in which they are told. */
export const WITHHELD_TAXES = ['irrf', 'iss', 'inss'] as const
export type WithheldTax = (typeof WITHHELD_TAXES)[number]
/** Basis points of the payout. */
export type TaxRates = Readonly<Record<WithheldTax, number>>

/** In centavos, each rounded to the nearest, half a centavo up, as the columns of `private.artist_payouts` have it. */
export function withheldOf(amount: number, rates: TaxRates): Record<WithheldTax, number> {
  const of = (tax: WithheldTax) => divideHalfUp(amount * rates[tax], 10_000)
  return { irrf: of('irrf'), iss: of('iss'), inss: of('inss') }
}

/** What is paid of it, in centavos. */
export function netOf(amount: number, rates: TaxRates): number {
  const { irrf, iss, inss } = withheldOf(amount, rates)
  return amount - irrf - iss - inss
}

/**
 * The highest rate that Brazilian law knows for each, in basis points: of IRRF the last of the monthly table (Lei 11.482/2007, art. 1º),
 * of ISS what a municipality may ask at most (Lei Complementar 116/2003, art. 8º, II), of INSS the part of somebody who works on their
 * own account (Lei 8.212/1991, art. 21). The database repeats them in `rates_of_the_law`.
 */
export const HIGHEST_RATES: TaxRates = { irrf: 2750, iss: 500, inss: 2000 }

/** Whether the law knows such rates. Together they leave something to be paid. */
export const areLawful = (rates: TaxRates): boolean =>
  WITHHELD_TAXES.every((tax) => rates[tax] <= HIGHEST_RATES[tax])

/** A CPF or CNPJ without punctuation, its letters in capitals. */
export const isTaxDocument = (text: string): boolean => (/^\d{11}$/.test(text) ? isCpf(text) : isCnpj(text))
