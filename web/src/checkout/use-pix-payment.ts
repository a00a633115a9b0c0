import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PixPaymentWire } from '#server/product/payments/contract.ts'
import { useAttempts } from '../lib/use-attempts.ts'
import { buyWithPix, cancelPix, openPixQuery, type PixPlace } from './pix-api.ts'

/** The code of a deposit or a project: the one that still waits, or the one that is made now. */
export function usePixPayment(place: PixPlace) {
  const cache = useQueryClient()
  const waiting = useQuery(openPixQuery(place))
  const [made, setMade] = useState<PixPaymentWire | null>(null)
  const attempts = useAttempts()
  const pix = made ?? waiting.data ?? null
  // What waits is read again whenever something changes; what is on the screen stays there until it is put away.
  if (pix !== made) setMade(pix)

  /** Also for the next visit of this screen, before it has asked. */
  function remember(next: PixPaymentWire | null) {
    cache.setQueryData(openPixQuery(place).queryKey, next)
    setMade(next)
  }

  /** Throws ApiError; an order whose answer was lost keeps its key. */
  async function start(amount: number): Promise<void> {
    const order = { ...place, amount }
    remember(await attempts.send(attempts.attempt(order), (key) => buyWithPix(order, key)))
  }

  /** Withdraws the code; if it was paid meanwhile it stays, and says so. Resolves with true once it is gone. */
  async function putAway(): Promise<boolean> {
    if (!pix) return true
    const now = pix.status === 'pending' ? await cancelPix(pix.uid) : pix
    const came = now.status !== 'failed' && now.status !== 'failed-mint' && now.status !== 'failed-bided'
    remember(came ? now : null)
    return !came
  }

  /** Another code for the same amount. */
  async function again(): Promise<void> {
    const amount = pix?.amount
    if (amount !== undefined && (await putAway())) await start(amount)
  }

  return { pix, isPending: waiting.isPending, start, putAway, again, forget: () => remember(null) }
}
