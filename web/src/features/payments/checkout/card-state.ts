/** The state that the three card fields have reported. Their contents stay inside the processor's frames. */
import type { StripeElementChangeEvent } from '@stripe/stripe-js'
import { type CardFaultKey, cardFault, REFUSED_BRAND, type ScriptError } from './card-fault.ts'

const CARD_FIELDS = ['number', 'expiry', 'cvc'] as const
export type CardField = (typeof CARD_FIELDS)[number]

type FieldState = { complete: boolean; fault: CardFaultKey | null }
export type CardState = Readonly<Record<CardField, FieldState>>

const UNTOUCHED: FieldState = { complete: false, fault: null }
export const emptyCard: CardState = { number: UNTOUCHED, expiry: UNTOUCHED, cvc: UNTOUCHED }

/** The state after a field has reported a change; an empty field has no error yet. */
export function cardAfter(
  card: CardState,
  field: CardField,
  change: Pick<StripeElementChangeEvent, 'complete'> & { error: ScriptError | undefined; brand?: string },
): CardState {
  const fault = change.error ? cardFault(change.error) : change.brand === 'amex' ? REFUSED_BRAND : null
  return { ...card, [field]: { complete: change.complete, fault } }
}

/** The first field that still keeps the form from being sent, or null. */
export function firstIncomplete(card: CardState): CardField | null {
  return CARD_FIELDS.find((field) => !card[field].complete || card[field].fault !== null) ?? null
}
