/**
 * The form that sent a payment tells its refusal at once, with the bank's own words; the live change says the same
 * a moment later. This remembers, across a reload, that the person has heard it.
 */
const MEMORY = 'tune-failure-told'
/** The live change follows within seconds. */
const FRESH_MS = 60_000

export function noteFailureTold(now: number): void {
  sessionStorage.setItem(MEMORY, String(now))
}

export function wasFailureTold(now: number): boolean {
  return now - Number(sessionStorage.getItem(MEMORY) ?? 0) < FRESH_MS
}
