/**
 * Whether a word stands in lists of leaked passwords: 49,000 that people use most, as a Bloom filter. Of words that do not
 * stand there, one in some 100,000 is taken for one that does.
 */
import { BITS, HASHES, LEAKED } from './leaked-bits.ts'

/** Shorter ones are in too many passwords. */
export const SHORTEST_LEAKED = 5

let bits: Uint8Array | undefined

/** `word` in small letters. */
export function isLeaked(word: string): boolean {
  if (word.length < SHORTEST_LEAKED) return false
  bits ??= Buffer.from(LEAKED, 'base64')
  return placesOf(word).every((place) => ((bits as Uint8Array)[place >> 3] ?? 0) & (1 << (place & 7)))
}

/** The bits that stand for a word: sums of two hashes (Kirsch and Mitzenmacher). */
export function placesOf(word: string): number[] {
  const [first, second] = [hash(word, 0x811c9dc5), hash(word, 0x01234567) | 1]
  return Array.from({ length: HASHES }, (_, n) => (first + Math.imul(n, second)) >>> (32 - BITS))
}

/** FNV-1a, with its bits mixed once more at the end (MurmurHash3's finalizer). */
function hash(word: string, seed: number): number {
  let sum = seed
  for (const byte of Buffer.from(word)) sum = Math.imul(sum ^ byte, 0x01000193)
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b)
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35)
  return (sum ^ (sum >>> 16)) >>> 0
}
