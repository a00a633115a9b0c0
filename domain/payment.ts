/**
 * Payments: their flows and statuses. The spellings (`succeded`) are part of the wire (specification,
 * section 4) and are kept as they are.
 */
import type { Transitions } from './transitions.ts'

export const PAYMENT_FLOWS = ['mint', 'bid', 'balance'] as const
export type PaymentFlow = (typeof PAYMENT_FLOWS)[number]

export const PAYMENT_METHODS = ['pix', 'card', 'balance'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** Who receives money for us, and tells of it by webhooks. */
export const MONEY_PROVIDERS = ['stripe', 'pix'] as const

export const PAYMENT_STATUSES = [
  'pending',
  'succeded',
  'failed',
  'succeded-token',
  'failed-token',
  'succeded-mint',
  'failed-mint',
  'succeded-bided',
  'failed-bided',
  'succeded-winner',
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/**
 * How a status is shown: a PIX that nobody paid, or that was cancelled, is not a failure; a purchase whose $TUNE was taken back,
 * or whose gift came back, is undone, whatever came of it before; a bid that ended without winning is cancelled.
 */
export function statusName(payment: {
  method: PaymentMethod
  status: PaymentStatus
  isUndone?: boolean
  isCancelled?: boolean
}): PaymentStatus | 'unpaid' | 'undone' | 'cancelled' {
  if (payment.isUndone) return 'undone'
  if (payment.isCancelled) return 'cancelled'
  return payment.method === 'pix' && payment.status === 'failed' ? 'unpaid' : payment.status
}

/** Why a payment failed, beside refusals and the processor's words: what `payments.failure` keeps. */
export const PAYMENT_FAILURES = {
  unpaid: 'the code was not paid',
  uncompleted: 'the payment was never completed',
  cancelled: 'canceled',
  late: 'paid_late',
  noUnit: 'no unit was left for this payment',
} as const

/** The name under which a failure of ours has its text, a refusal among them. */
export function failureName(failure: string): string {
  return failure.replace(/\W+/g, '_')
}

/** What has become of a payment's money since: said before its status, since it decides what the status is worth. */
export const PAYMENT_TURNS = [
  'disputed',
  'dispute_lost',
  'refund_waiting',
  'refunding',
  'refunded',
  'partly_refunded',
  'dispute_won',
] as const
export type PaymentTurn = (typeof PAYMENT_TURNS)[number]

const FOUND_TURNS = [
  'disputed',
  'dispute_won',
  'dispute_lost',
  'refund_waiting',
  'refunded',
] as const satisfies readonly PaymentTurn[]

/** What a list of payments may be narrowed to: a status as it is shown, or what has become of the money. */
export const PAYMENT_STATES = [...PAYMENT_STATUSES, 'unpaid', 'undone', 'cancelled', ...FOUND_TURNS] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

export function isTurn(state: PaymentState): state is (typeof FOUND_TURNS)[number] {
  return FOUND_TURNS.some((turn) => turn === state)
}

/** `succeded` means the money is in the wallet; the later statuses say what became of it. */
const FINAL = {
  'succeded-token': [],
  'failed-token': [],
  'succeded-mint': [],
  'failed-mint': [],
  'succeded-winner': [],
  'failed-bided': [],
} as const

/**
 * The state machine of each flow. `failed` may still become `succeded`: card processors deliver their events in any
 * order, and money that was taken is never lost because an older failure arrived first.
 */
export const PAYMENT_TRANSITIONS: Record<PaymentFlow, Transitions<PaymentStatus>> = {
  balance: {
    ...FINAL,
    pending: ['succeded', 'failed'],
    failed: ['succeded'],
    succeded: ['succeded-token', 'failed-token'],
    'succeded-bided': [],
  },
  mint: {
    ...FINAL,
    pending: ['succeded', 'failed'],
    failed: ['succeded'],
    succeded: ['succeded-mint', 'failed-mint'],
    'succeded-bided': [],
  },
  bid: {
    ...FINAL,
    pending: ['succeded', 'failed'],
    failed: ['succeded'],
    // A bid competes from the moment its money is held: it may win before the chain has recorded it.
    succeded: ['succeded-bided', 'failed-bided', 'succeded-winner'],
    'succeded-bided': ['succeded-winner'],
  },
}
