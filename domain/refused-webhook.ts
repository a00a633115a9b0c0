/** Why a provider's event was refused, parsed from its stored outcome. */
import { fromValor } from './pix.ts'

const REASONS = {
  no_payment: /^(?<received>\S+) came for no payment of ours$/,
  wrong_amount:
    /^received (?<received>\S+)(?: (?<currency>\w+))?, expected (?<expected>\d+) (?:centavos|brl)$/,
  payer_erased: /^its payer was erased$/,
  paid_before: /^(?:paid before, by another transfer|\S+ paid what was paid before)$/,
  not_asked_here: /^\S+ was not asked for here$/,
  other_currency: /^disputed in (?<currency>\w+)$/,
  ended_twice: /^\S+ ended as \w+ and is now \w+$/,
  malformed: /^malformed$/,
} as const
type RefusedReason = keyof typeof REASONS

/** Amounts in centavos, where the reason has any. */
export type RefusedOutcome = { reason: RefusedReason; received: number | null; expected: number | null }

/** Null for an outcome that is not a refusal, or of an unknown kind. */
export function readRefusal(outcome: string): RefusedOutcome | null {
  const said = /^refused: (.+)$/.exec(outcome)?.[1]
  if (said === undefined) return null
  for (const [reason, pattern] of Object.entries(REASONS)) {
    const found = pattern.exec(said)
    if (!found) continue
    const { received, expected } = found.groups ?? {}
    return {
      reason: reason as RefusedReason,
      received: received === undefined ? null : centavosOf(received),
      expected: expected === undefined ? null : Number(expected),
    }
  }
  return null
}

/** `7.77` is reais, as the PIX network writes them; `777` is centavos, as the card processor does. */
function centavosOf(text: string): number | null {
  return text.includes('.') ? fromValor(text) : /^\d+$/.test(text) ? Number(text) : null
}
