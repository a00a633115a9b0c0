/** Payment ids and amounts on the PIX network (API Pix of the Banco Central, version 2). */
import { isAmount } from './money.ts'
import { RESERVATION_SECONDS } from './project.ts'

/** As long as the unit of a fan's first code is reserved. */
export const PIX_SECONDS = RESERVATION_SECONDS

const UID = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/**
 * The charge's id is derived from the payment's: asking for it twice asks for one charge. 26 to 35 letters and
 * digits.
 */
export function txidOf(paymentUid: string): string {
  return paymentUid.replaceAll('-', '')
}

/** The payment a charge belongs to, or null when its id is not one of ours. */
export function paymentUidOf(txid: string): string | null {
  return UID.exec(txid)?.slice(1).join('-') ?? null
}

/** `2119` → `"21.19"`. */
export function toValor(centavos: number): string {
  const digits = String(centavos).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** `"21.19"` → `2119`; null for text in any other form. */
export function fromValor(valor: string): number | null {
  if (!/^\d{1,10}\.\d{2}$/.test(valor)) return null
  const centavos = Number(valor.replace('.', ''))
  return isAmount(centavos) ? centavos : null
}

/**
 * An incoming payment, in the network's own terms. `txid` is missing when somebody paid to the key without a code.
 */
export type PixReceipt = { endToEndId: string; txid?: string | undefined; valor: string; horario: string }

/** The state of a charge: `open` ones can still be paid. */
export type PixReport = { open: boolean; receipts: PixReceipt[] }
