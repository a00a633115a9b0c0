import type { QueryClient } from '@tanstack/react-query'
import toast from 'react-hot-toast'
import {
  PAYMENT_TRANSITIONS,
  type PaymentFlow,
  type PaymentMethod,
  type PaymentStatus,
} from '#domain/payment.ts'
import { i18n } from '../../lib/i18n.ts'
import { paymentToastId, showPaymentToast } from '../../lib/payment-toast.ts'
import { keys } from '../../lib/query.ts'
import { wasFailureShown } from '../../lib/shown-failure.ts'
import { rest } from '../../lib/supabase.ts'
import { type Announcer, createAnnouncer } from './announcer.ts'
import { effectOf } from './payment-effects.ts'

type PaymentRow = {
  id: number
  uid: string
  flow: PaymentFlow
  method: PaymentMethod
  status: PaymentStatus
  amount: number
  tip: number
  fee: number
  project_id: number | null
  is_gift: boolean
}

/** What is announced over any screen. */
export type ShownPayment = Pick<
  PaymentRow,
  'uid' | 'status' | 'flow' | 'method' | 'amount' | 'tip' | 'fee'
> & {
  leadsToShelf: boolean
  /** Whose $TUNE it is about, where there is one to show. */
  projectId: number | null
}

/** How many of the newest payments are read again; older ones have long reached a final status. */
const REREAD = 30
/** The form that sent a refused payment is about to report it itself, with the bank's own words. */
const FAILURE_WAIT_MS = 2000

/**
 * Announces the fan's payments: toasts, the global modal, and what has to be refetched (specification, section
 * 4).
 */
export function announcePayments(
  userId: string,
  cache: QueryClient,
  openModal: (payment: ShownPayment) => void,
): Announcer {
  let waiting: ReturnType<typeof setTimeout>[] = []

  function take(row: PaymentRow) {
    const effect = effectOf(row)
    const toastId = paymentToastId(row.flow, row.project_id)
    if (effect.toast)
      showPaymentToast(toastId, effect.toast, i18n.t(`live:toast.${row.status}` as 'live:toast.pending'))
    // The modal shows the new state, so the toast of the payment under way is dismissed.
    else if (effect.modal) toast.dismiss(toastId)
    if (effect.modal) {
      openModal({
        ...row,
        leadsToShelf: effect.shelf,
        projectId: effect.shelf ? row.project_id : null,
      })
    }
    if (row.method === 'pix') void cache.invalidateQueries({ queryKey: keys.pix })
    if (effect.balance) void cache.invalidateQueries({ queryKey: keys.balance })
    if (row.flow !== 'balance') {
      void cache.invalidateQueries({ queryKey: keys.projects })
      void cache.invalidateQueries({ queryKey: keys.tokens })
    }
  }

  const announcer = createAnnouncer<PaymentStatus, PaymentRow>({
    memory: `tune-payments-${userId}`,
    machineOf: (row) => PAYMENT_TRANSITIONS[row.flow],
    async read() {
      const { data, error } = await (await rest())
        .from('payments')
        .select('id,uid,flow,method,status,amount,tip,fee,project_id,is_gift')
        .eq('user_id', userId)
        .order('id', { ascending: false })
        .limit(REREAD)
      return error ? null : (data as PaymentRow[]).reverse()
    },
    announce(row) {
      cache.setQueryData<PaymentStatus>(keys.paymentStatus(row.uid), row.status)
      const isShown = () => wasFailureShown(paymentToastId(row.flow, row.project_id), Date.now())
      if (row.status === 'failed' && row.method !== 'pix') {
        // Asked at once as well: a new attempt meanwhile forgets what was shown of this one.
        if (!isShown()) waiting.push(setTimeout(() => !isShown() && take(row), FAILURE_WAIT_MS))
      } else if (row.status !== 'pending' || !isShown()) take(row)
    },
  })
  return {
    ...announcer,
    end() {
      announcer.end()
      for (const timer of waiting) clearTimeout(timer)
      waiting = []
    },
  }
}
