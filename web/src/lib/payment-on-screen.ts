/**
 * Which payments the page itself follows, step by step. What it tells, the global payment modal does not repeat over it.
 */
import { useEffect, useSyncExternalStore } from 'react'
import type { PaymentStatus } from '#domain/payment.ts'

/** `statuses` are the steps that the screen tells; all of them where it is null. */
type Follower = { uid: string; statuses: readonly PaymentStatus[] | null }

const followers = new Set<Follower>()
const listeners = new Set<() => void>()

function follow(follower: Follower): () => void {
  followers.add(follower)
  for (const listener of listeners) listener()
  return () => {
    followers.delete(follower)
    for (const listener of listeners) listener()
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Notes, while the caller is on the screen, that it tells these steps of the payment; without a list, all of them. */
export function usePaymentOnScreen(uid: string, statuses: readonly PaymentStatus[] | null = null): void {
  useEffect(() => follow({ uid, statuses }), [uid, statuses])
}

/** Whether the page itself tells this step of the payment. */
export function useIsOnScreen(step: { uid: string; status: PaymentStatus } | null): boolean {
  return useSyncExternalStore(
    subscribe,
    () => step !== null && [...followers].some((follower) => isTold(follower, step)),
  )
}

function isTold({ uid, statuses }: Follower, step: { uid: string; status: PaymentStatus }): boolean {
  return uid === step.uid && (statuses === null || statuses.includes(step.status))
}
