/** Which sentence says why a payment did not happen (specification, section 7). */
import { ApiError } from '../lib/api.ts'
import { type CardFaultKey, cardFault, type ScriptError } from './card-fault.ts'

/** The card processor's browser library refused; without a reason when its fields did not load. */
export class CardError extends Error {
  override name = 'CardError'
  readonly key: CardFaultKey

  constructor(reason: ScriptError = {}) {
    super(reason.code ?? reason.type ?? 'The card fields are not there')
    this.key = cardFault(reason)
  }
}

/** Refusals that become "Erro desconhecido" when they bring no message of their own. */
const UNKNOWN = [401, 402, 403]

/** The server's own words, which are in the reader's language, else the key of the product's. */
export function failureSentence(
  error: unknown,
): { words: string } | { key: CardFaultKey | 'payments:unknown' } {
  if (error instanceof CardError) return { key: error.key }
  if (!(error instanceof ApiError)) return { key: 'payments:failed' }
  if (error.message) return { words: error.message }
  return { key: UNKNOWN.includes(error.status) ? 'payments:unknown' : 'payments:failed' }
}
