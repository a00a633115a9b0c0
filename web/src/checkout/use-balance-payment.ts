import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { BuyTokenBalanceBody, PaymentWire } from '#domain/wire/api.ts'
import { type Attempt, attemptFor, isUndecided } from '../lib/attempt.ts'
import { keys } from '../lib/query.ts'
import { buyWithBalance } from './api.ts'
import { cancelPix, openPixQuery } from './pix-api.ts'

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
      void withdrawCode(cache, order)
      return payment
    } catch (error) {
      if (!isUndecided(error)) open.current = null
      throw error
    }
  }
}

/** A code that was made for the same order is not to be paid as well. One that cannot be withdrawn ends by itself, within minutes. */
async function withdrawCode(cache: QueryClient, { typeBuy, UID }: BuyTokenBalanceBody): Promise<void> {
  const open = await cache.fetchQuery({ ...openPixQuery({ typeBuy, UID }), staleTime: 0 }).catch(() => null)
  if (open?.status === 'pending') await cancelPix(open.uid).catch(() => null)
}
