/** Which sentence says why a payment did not happen (specification, section 7). */
import { ApiError } from '../lib/api.ts'

/** The browser side of the card processor said no; `message` is its own sentence, or empty. */
export class CardError extends Error {
  override name = 'CardError'
}

/** Refusals that are told as "Erro desconhecido" when they bring no sentence of their own. */
const UNKNOWN = [401, 402, 403]

/** The processor's or the server's own words, else the key of the product's. */
export function failureSentence(error: unknown): { words: string } | { key: 'unknown' | 'failed' } {
  const told = error instanceof ApiError || error instanceof CardError
  if (told && error.message) return { words: error.message }
  return { key: error instanceof ApiError && UNKNOWN.includes(error.status) ? 'unknown' : 'failed' }
}
