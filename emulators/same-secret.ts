import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares a secret with the expected one in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
