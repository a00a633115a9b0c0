import { useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#server/product/calls.ts'
import type { PaymentWire } from '#server/product/market/contract.ts'
import { keys } from '../../../lib/query.ts'
import { useAttempts } from '../../../lib/use-attempts.ts'
import { buyWithBalance } from './api.ts'
import { withdrawOpenPix } from './pix-api.ts'
import { usePaymentToast } from './use-payment-toast.ts'

type BalanceOrder = BodyOf<'POST /buy-token-balance'>

/** Pays for a project from the wallet, and refetches the balance once the money has moved. */
export function useBalancePayment(typeBuy: BalanceOrder['typeBuy'], projectId: number) {
  const cache = useQueryClient()
  const attempts = useAttempts()
  const messages = usePaymentToast(typeBuy, projectId)

  /** Shows `taken` once the server has accepted the order. Throws ApiError. */
  async function pay(order: BalanceOrder, taken: string): Promise<PaymentWire> {
    messages.begin()
    const payment = await attempts.send(attempts.attempt(order), (key) => buyWithBalance(order, key))
    void cache.invalidateQueries({ queryKey: keys.balance })
    void withdrawOpenPix(cache, order)
    messages.taken(payment, taken)
    return payment
  }

  return { pay, toastId: messages.id }
}
