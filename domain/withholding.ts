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

/** Whether something is left to be paid. */
export const leavesSomething = ({ irrf, iss, inss }: TaxRates): boolean => irrf + iss + inss < 10_000

/** A CPF or CNPJ without punctuation, its letters in capitals. */
export const isTaxDocument = (text: string): boolean => (/^\d{11}$/.test(text) ? isCpf(text) : isCnpj(text))
