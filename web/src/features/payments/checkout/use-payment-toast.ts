import { useQueryClient } from '@tanstack/react-query'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import type { PaymentFlow, PaymentStatus } from '#domain/payment.ts'
import type { PaymentWire } from '#server/product/market/contract.ts'
import { paymentToastId, showPaymentToast } from '../../../lib/payment-toast.ts'
import { keys } from '../../../lib/query.ts'
import { forgetShownFailure } from '../../../lib/shown-failure.ts'

/** The messages of the form that sends a payment, in the payment's one toast. */
export function usePaymentToast(flow: PaymentFlow, projectId: number | null) {
  const { t } = useTranslation('payments')
  const cache = useQueryClient()
  const id = paymentToastId(flow, projectId)
  return {
    id,
    /** A new attempt: the toast of an earlier one is dismissed. */
    begin(): void {
      forgetShownFailure(id)
      toast.dismiss(id)
    },
    creating(): void {
      showPaymentToast(id, 'loading', t('creating'))
    },
    /** The server has accepted it. Nothing is shown if realtime has already announced a later step. */
    taken(payment: PaymentWire, text: string): void {
      const now = cache.getQueryData<PaymentStatus>(keys.paymentStatus(payment.uid))
      if (now === undefined || now === 'pending' || now === payment.status)
        showPaymentToast(id, 'success', text)
      else if (now === 'succeded') toast.dismiss(id)
    },
  }
}
