import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { BuyTokenBalanceBody, PaymentWire } from '#domain/wire/api.ts'
import { type Attempt, attemptFor, isUndecided } from '../lib/attempt.ts'
import { keys } from '../lib/query.ts'
import { buyWithBalance } from './api.ts'

/** Pays an order with money already in the wallet, and reads the balance again once it has moved. */
export function useBalancePayment() {
  const cache = useQueryClient()
  const open = useRef<Attempt | null>(null)

  /** Throws ApiError; an order whose answer was lost keeps its key, so that trying again never pays twice. */
  return async function pay(order: BuyTokenBalanceBody): Promise<PaymentWire> {
    open.current = attemptFor(open.current, order, () => crypto.randomUUID())
    try {
      const payment = await buyWithBalance(order, open.current.key)
      open.current = null
      void cache.invalidateQueries({ queryKey: keys.balance })
      return payment
    } catch (error) {
      if (!isUndecided(error)) open.current = null
      throw error
    }
  }
}
