/**
 * One attempt to do what must not be done twice, such as moving money. Its key goes with every repetition, so that an answer lost on the way never means
 * paying twice; it ends when the server has decided, and the next press of the button is a new attempt.
 */
import { ApiError } from './api.ts'

export type Attempt = { order: string; key: string; paymentMethodId: string | null }

/** The attempt to repeat if `order` is still the one that was left without an answer, else a new one. */
export function attemptFor(open: Attempt | null, order: unknown, newKey: () => string): Attempt {
  const wanted = JSON.stringify(order)
  return open?.order === wanted ? open : { order: wanted, key: newKey(), paymentMethodId: null }
}

/** True when nobody knows whether the money moved: the attempt has to stay open. */
export function isUndecided(error: unknown): boolean {
  return error instanceof ApiError && !error.isFinal
}
