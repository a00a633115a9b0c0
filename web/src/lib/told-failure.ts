/**
 * The form that sent a payment tells its refusal at once, with the reason; the live change says the same a moment later.
 * This remembers, across a reload, that the person has heard it. `toastId` names the payment (lib/payment-toast.ts).
 */
const memory = (toastId: string) => `tune-failure-told-${toastId}`
/** The live change follows within seconds. */
const FRESH_MS = 60_000

export function noteFailureTold(toastId: string, now: number): void {
  sessionStorage.setItem(memory(toastId), String(now))
}

/** A new attempt has begun: what becomes of it is news. */
export function forgetFailureTold(toastId: string): void {
  sessionStorage.removeItem(memory(toastId))
}

export function wasFailureTold(toastId: string, now: number): boolean {
  return now - Number(sessionStorage.getItem(memory(toastId)) ?? 0) < FRESH_MS
}
