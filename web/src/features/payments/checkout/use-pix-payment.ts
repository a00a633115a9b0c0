import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import type { PixPaymentWire } from '#server/product/payments/contract.ts'
import { useAttempts } from '../../../lib/use-attempts.ts'
import { buyWithPix, cancelPix, openPixQuery, type PixPlace } from './pix-api.ts'

export type PixPaymentInHand = ReturnType<typeof usePixPayment>

/** The PIX code for a deposit or a project: the open one, or the one that is created now. */
export function usePixPayment(place: PixPlace) {
  const { t } = useTranslation('payments')
  const cache = useQueryClient()
  // A code for somebody else belongs to the form that made it: another visit may have another person in mind.
  const isShared = !place.gift
  const waiting = useQuery(openPixQuery(place))
  const [made, setMade] = useState<PixPaymentWire | null>(null)
  const attempts = useAttempts()
  const pix = made ?? (isShared ? waiting.data : null) ?? null
  // The open code is refetched on every change; the one on the screen stays until it is dismissed.
  if (pix !== made) setMade(pix)

  /** Also updates the cache, for the next visit to this screen. An answer that is on its way knows less, and is not awaited. */
  async function remember(next: PixPaymentWire | null): Promise<void> {
    const { queryKey } = openPixQuery(place)
    if (isShared) {
      await cache.cancelQueries({ queryKey })
      cache.setQueryData(queryKey, next)
    }
    setMade(next)
  }

  /** Throws ApiError; an order whose answer was lost keeps its key. */
  async function start(amount: number): Promise<void> {
    const order = { ...place, amount }
    await remember(await attempts.send(attempts.attempt(order), (key) => buyWithPix(order, key)))
  }

  /**
   * Cancels the code; if it was paid meanwhile it stays on the screen and says so. Resolves with true once it
   * is gone.
   */
  async function putAway(): Promise<boolean> {
    if (!pix) return true
    const now = pix.status === 'pending' ? await cancelPix(pix.uid) : pix
    const came = now.status !== 'failed' && now.status !== 'failed-mint' && now.status !== 'failed-bided'
    await remember(came ? now : null)
    return !came
  }

  /** Back to the form, by the fan's own wish. */
  async function leave(): Promise<void> {
    const isOpen = pix?.status === 'pending'
    if ((await putAway()) && isOpen) toast.success(t('pix.left'))
  }

  /** Another code for the same amount. */
  async function again(): Promise<void> {
    const amount = pix && pix.amount - pix.tip
    if (amount !== null && (await putAway())) await start(amount)
  }

  return {
    pix,
    isPending: waiting.isPending,
    start,
    leave,
    again,
    forget: () => void remember(null),
  }
}
