import { useQuery } from '@tanstack/react-query'
import { PAYMENT_TRANSITIONS, type PaymentStatus } from '#domain/payment.ts'
import type { PaymentWire } from '#server/product/market/contract.ts'
import { keys } from '../../../lib/query.ts'
import { rest } from '../../../lib/supabase.ts'
import { tableFault } from '../../../lib/table-fault.ts'

/** How often the page polls, in case realtime is down. */
const POLL_MS = 15_000

/**
 * The current status of the payment; `sent` is the server's answer to the order. Realtime announces each later
 * step.
 */
export function usePaymentStatus(sent: Pick<PaymentWire, 'uid' | 'flow' | 'status'>): PaymentStatus {
  const steps = PAYMENT_TRANSITIONS[sent.flow]
  const { data } = useQuery({
    queryKey: keys.paymentStatus(sent.uid),
    queryFn: async () => {
      const { data, error } = await (await rest())
        .from('payments')
        .select('status')
        .eq('uid', sent.uid)
        .single()
      if (error) throw tableFault(error)
      return (data as { status: PaymentStatus }).status
    },
    initialData: sent.status,
    staleTime: POLL_MS,
    refetchInterval: ({ state }) => (steps[state.data ?? 'pending'].length > 0 ? POLL_MS : false),
  })
  return data
}
