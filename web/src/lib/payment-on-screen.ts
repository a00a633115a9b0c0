/** Payments whose steps the current screen itself shows, so that the global payment modal does not repeat them. */
import { useEffect, useSyncExternalStore } from 'react'
import type { PaymentStatus } from '#domain/payment.ts'

/** `uid` is null for any payment; `statuses` are the steps that the screen shows, null means all of them. */
type Follower = { uid: string | null; statuses: readonly PaymentStatus[] | null }

/** The steps with which a $TUNE has become the fan's. */
const BECAME_THEIRS: readonly PaymentStatus[] = ['succeded-mint', 'succeded-winner']

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

/** Registers, while the caller is mounted, that it shows these steps of the payment; without a list, all of them. */
export function usePaymentOnScreen(uid: string, statuses: readonly PaymentStatus[] | null = null): void {
  useEffect(() => follow({ uid, statuses }), [uid, statuses])
}

/**
 * While `isKept`, a $TUNE that has become the fan's does not take the whole screen: they are about something that must
 * stay in sight, and its toast says so.
 */
export function useKeptScreen(isKept: boolean): void {
  useEffect(() => {
    if (isKept) return follow({ uid: null, statuses: BECAME_THEIRS })
  }, [isKept])
}

/** Whether the current screen shows this step of the payment. */
export function useIsOnScreen(step: { uid: string; status: PaymentStatus } | null): boolean {
  return useSyncExternalStore(
    subscribe,
    () => step !== null && [...followers].some((follower) => isShownBy(follower, step)),
  )
}

function isShownBy({ uid, statuses }: Follower, step: { uid: string; status: PaymentStatus }): boolean {
  return (uid === null || uid === step.uid) && (statuses === null || statuses.includes(step.status))
}
