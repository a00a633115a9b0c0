/** What a fan sees and what is re-read when one of their payments changes (specification, section 4). */
import type { PaymentFlow, PaymentMethod, PaymentStatus } from '#domain/payment.ts'

type ToastKind = 'info' | 'success' | 'error'

export type PaymentEffect = {
  toast: ToastKind | null
  /** Opens the global payment modal with this status' title and text. */
  modal: boolean
  /** The modal leads to the shelf; otherwise it is only closed. */
  shelf: boolean
  /** Money moved: the balance is read again. */
  balance: boolean
}

const QUIET: PaymentEffect = { toast: null, modal: false, shelf: false, balance: false }

/**
 * The texts are `live:toast.{status}` and `live:modal.{status}`. `failed-bided` has no text in the
 * specification; the bid's own change tells it, so here only the balance is read again.
 */
export const PAYMENT_EFFECTS: Readonly<Record<PaymentStatus, PaymentEffect>> = {
  pending: { ...QUIET, toast: 'info' },
  succeded: { ...QUIET, modal: true, balance: true },
  failed: { ...QUIET, toast: 'error', modal: true },
  'succeded-token': { ...QUIET, toast: 'success', balance: true },
  'failed-token': { ...QUIET, modal: true },
  'failed-mint': { ...QUIET, toast: 'error', modal: true, balance: true },
  'succeded-mint': { toast: 'success', modal: true, shelf: true, balance: true },
  'succeded-bided': { ...QUIET, toast: 'success', balance: true },
  'failed-bided': { ...QUIET, balance: true },
  'succeded-winner': { toast: 'success', modal: true, shelf: true, balance: true },
}

/**
 * A bid paid with the balance is told by the form that sent it: only what becomes of the bid is news. A PIX is not under
 * way before it is paid, and a code that nobody paid is no refused payment: whoever looks at it sees so there.
 */
export function effectOf(payment: {
  flow: PaymentFlow
  method: PaymentMethod
  status: PaymentStatus
}): PaymentEffect {
  if (payment.method === 'pix' && (payment.status === 'pending' || payment.status === 'failed')) return QUIET
  const told = payment.flow === 'bid' && payment.method === 'balance'
  if (told && (payment.status === 'pending' || payment.status === 'succeded'))
    return { ...QUIET, balance: true }
  return PAYMENT_EFFECTS[payment.status]
}
