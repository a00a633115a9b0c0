import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares what a caller showed with what it should be; how long that takes tells nothing of either. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
