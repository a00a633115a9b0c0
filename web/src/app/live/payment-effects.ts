/** What a fan sees and what is refetched when one of their payments changes (specification, section 4). */
import type { PaymentFlow, PaymentMethod, PaymentStatus } from '#domain/payment.ts'

type ToastKind = 'info' | 'success' | 'error'

export type PaymentEffect = {
  toast: ToastKind | null
  /** Opens the global payment modal with this status's title and text. */
  modal: boolean
  /** The modal leads to the shelf; otherwise it can only be closed. */
  shelf: boolean
  /** Money moved: the balance is refetched. */
  balance: boolean
}

const QUIET: PaymentEffect = { toast: null, modal: false, shelf: false, balance: false }

/** The texts are `live:toast.{status}` and `live:modal.{status}`. `failed-bided` is not in the specification's table: told like `failed-mint`. */
export const PAYMENT_EFFECTS: Readonly<Record<PaymentStatus, PaymentEffect>> = {
  pending: { ...QUIET, toast: 'info' },
  succeded: { ...QUIET, modal: true, balance: true },
  failed: { ...QUIET, toast: 'error', modal: true },
  'succeded-token': { ...QUIET, toast: 'success', balance: true },
  'failed-token': { ...QUIET, modal: true },
  'failed-mint': { ...QUIET, toast: 'error', modal: true, balance: true },
  'succeded-mint': { toast: 'success', modal: true, shelf: true, balance: true },
  'succeded-bided': { ...QUIET, toast: 'success', balance: true },
  'failed-bided': { ...QUIET, toast: 'error', modal: true, balance: true },
  'succeded-winner': { toast: 'success', modal: true, shelf: true, balance: true },
}

/**
 * A bid paid from the balance is reported by the form that sent it, and a failure by the bid's own change, so only its outcome is
 * news; of one that was paid from outside there is no bid when it fails. A PIX is
 * not under way before it is paid, and a code that nobody paid is not a refused payment: the screen with the
 * code says so.
 */
export function effectOf(payment: {
  flow: PaymentFlow
  method: PaymentMethod
  status: PaymentStatus
  is_gift?: boolean
}): PaymentEffect {
  if (payment.method === 'pix' && (payment.status === 'pending' || payment.status === 'failed')) return QUIET
  // What was given away never becomes the payer's; the form and the notices tell what becomes of it.
  if (payment.is_gift && (payment.status === 'succeded' || payment.status === 'succeded-mint'))
    return { ...QUIET, balance: true }
  const isReportedByForm = payment.flow === 'bid' && payment.method === 'balance'
  const isKnown =
    payment.status === 'pending' || payment.status === 'succeded' || payment.status === 'failed-bided'
  if (isReportedByForm && isKnown) return { ...QUIET, balance: true }
  return PAYMENT_EFFECTS[payment.status]
}
