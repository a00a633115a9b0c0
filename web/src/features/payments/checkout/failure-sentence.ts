/** The sentence that says why a payment failed (specification, section 7). */
import { ApiError } from '../../../lib/api.ts'
import { type CardFaultKey, cardFault, type ScriptError } from './card-fault.ts'

/** The card processor's script refused; without a reason when its fields did not load. */
export class CardError extends Error {
  override name = 'CardError'
  readonly key: CardFaultKey

  constructor(reason: ScriptError = {}, key = cardFault(reason)) {
    super(reason.code ?? reason.type ?? 'The card fields are not there')
    this.key = key
  }
}

/** Statuses that become "Erro desconhecido" when the answer has no message of its own. */
const UNKNOWN = [401, 402, 403]

/** The server's own message, which is in the reader's language, or else the key of ours. */
export function failureSentence(
  error: unknown,
): { words: string } | { key: CardFaultKey | 'payments:unknown' } {
  if (error instanceof CardError) return { key: error.key }
  if (!(error instanceof ApiError)) return { key: 'payments:failed' }
  if (error.message) return { words: error.message }
  return { key: UNKNOWN.includes(error.status) ? 'payments:unknown' : 'payments:failed' }
}
