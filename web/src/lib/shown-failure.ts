/**
 * The form that sent a payment reports a refusal at once, with the reason; realtime reports it again a moment
 * later, also in other tabs. This remembers, across reloads and for all tabs, that it has been shown. `toastId` names the payment (lib/payment-
 * toast.ts).
 */
import { inBrowser } from './browser-storage.ts'

const memory = (toastId: string) => `tune-failure-told-${toastId}`
/** Realtime follows within seconds. */
const FRESH_MS = 60_000

export function rememberShownFailure(toastId: string, now: number): void {
  inBrowser.write(memory(toastId), String(now))
}

/** A new attempt has begun: its outcome is reported afresh. */
export function forgetShownFailure(toastId: string): void {
  inBrowser.remove(memory(toastId))
}

export function wasFailureShown(toastId: string, now: number): boolean {
  return now - Number(inBrowser.read(memory(toastId)) ?? 0) < FRESH_MS
}
