/**
 * One attempt at something that must not happen twice, such as moving money. Every repetition carries the
 * attempt's key, so a lost answer never means paying twice. The attempt ends when the server has decided;
 * pressing the button again starts a new one.
 */
import { ApiError } from './api.ts'

export type Attempt = { order: string; key: string; paymentMethodId: string | null }

/** The open attempt if it was for the same `order`, otherwise a new one. */
export function attemptFor(open: Attempt | null, order: unknown, newKey: () => string): Attempt {
  const wanted = JSON.stringify(order)
  return open?.order === wanted ? open : { order: wanted, key: newKey(), paymentMethodId: null }
}

/** True when the outcome is unknown, so the attempt has to stay open. */
export function isUndecided(error: unknown): boolean {
  return error instanceof ApiError && !error.isFinal
}
