/**
 * One toast per payment: each step replaces the one before, whether it comes from the form that sent the
 * payment or from realtime.
 */
import toast from 'react-hot-toast'
import type { PaymentFlow } from '#domain/payment.ts'

export type PaymentToastKind = 'loading' | 'info' | 'success' | 'error'

/**
 * Always set, because a replaced toast would keep the previous duration. Successes stay longer than the
 * specification's 2 s (docs/deviations.md, "Toasts").
 */
const DURATION_MS: Readonly<Record<PaymentToastKind, number>> = {
  loading: Number.POSITIVE_INFINITY,
  info: 4000,
  success: 4000,
  error: 4000,
}

/** A fan has one payment at a time for a project, and rarely more than one deposit (`projectId` null). */
export function paymentToastId(flow: PaymentFlow, projectId: number | null): string {
  return `payment-${flow}-${projectId ?? 'wallet'}`
}

export function showPaymentToast(id: string, kind: PaymentToastKind, text: string): void {
  const options = { id, duration: DURATION_MS[kind] }
  if (kind === 'info') toast(text, options)
  else toast[kind](text, options)
}
