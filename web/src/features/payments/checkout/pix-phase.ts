/** The phases of a PIX payment, as the person looking at its code sees them. */
import type { PixPaymentWire } from '#server/product/payments/contract.ts'

/** `kept`: the money arrived and is in the wallet, but could not be used for its purpose. */
export type PixPhase = 'waiting' | 'over' | 'paid' | 'kept'

/** `now` is milliseconds since 1970, by the server's clock. */
export function pixPhase(
  pix: Pick<PixPaymentWire, 'status' | 'expiresAt' | 'brCode'>,
  now: number,
): PixPhase {
  switch (pix.status) {
    case 'pending':
      return pix.brCode !== null && now < Date.parse(pix.expiresAt) ? 'waiting' : 'over'
    case 'failed':
      return 'over'
    case 'failed-mint':
    case 'failed-bided':
      return 'kept'
    default:
      return 'paid'
  }
}

/** Why a code is `over`; `unknown` of a payment that got no code. */
export type OverReason = 'ranOut' | 'cancelled' | 'unknown'

/** As far as can be told at `now`: of a code that was cancelled, only before its time is up. */
export function whyOver(
  { status, expiresAt }: Pick<PixPaymentWire, 'status' | 'expiresAt'>,
  now: number,
): OverReason {
  if (now >= Date.parse(expiresAt)) return 'ranOut'
  return status === 'failed' ? 'cancelled' : 'unknown'
}
