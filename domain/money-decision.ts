/** What administrators decide by hand about money that no job will move any more. */
import type { Transitions } from './transitions.ts'

/** Payments that leave the platform by a job, once they are approved. */
export const OUTGOING = ['withdrawal', 'payout', 'refund'] as const
export type Outgoing = (typeof OUTGOING)[number]

/** `failed` gives the money back to where it came from. */
export const OUTGOING_OUTCOMES = ['paid', 'failed'] as const
export type OutgoingOutcome = (typeof OUTGOING_OUTCOMES)[number]

/**
 * A payment that left without our books: charged to whoever has the money, or borne by the house. (Made in the processor's own
 * panel, or by a provider after it had been given back here.)
 */
export const LEFT_OUTCOMES = ['charged', 'borne'] as const
export type LeftOutcome = (typeof LEFT_OUTCOMES)[number]

/** Money without a payment: credited to a fan, sent back to its sender, or kept with a note. */
export const UNMATCHED_OUTCOMES = ['credited', 'returned', 'booked'] as const
export type UnmatchedOutcome = (typeof UNMATCHED_OUTCOMES)[number]
/** What a decision by hand can be about. */
export const DECIDED = [...OUTGOING, 'unmatched', 'ledger'] as const
export type Decided = (typeof DECIDED)[number]

export const isOutgoing = (about: Decided): about is Outgoing => about !== 'unmatched' && about !== 'ledger'

export const UNMATCHED_STATUSES = ['open', 'matched', ...UNMATCHED_OUTCOMES] as const
export type UnmatchedStatus = (typeof UNMATCHED_STATUSES)[number]

export const UNMATCHED_TRANSITIONS: Transitions<UnmatchedStatus> = {
  open: ['matched', 'credited', 'returned', 'booked'],
  matched: [],
  credited: [],
  returned: [],
  booked: [],
}

export const DECISION_STATUSES = ['requested', 'done', 'rejected'] as const
export type DecisionStatus = (typeof DECISION_STATUSES)[number]
export const DECISION_TRANSITIONS: Transitions<DecisionStatus> = {
  requested: ['done', 'rejected'],
  done: [],
  rejected: [],
}

/** The provider's answer about a payment; `silent` when it does not answer. */
export type ProviderWord = 'unknown' | 'failed' | 'under_way' | 'done' | 'silent'

/** What a provider says of a return that somebody made there: it went back whole, it did not, it knows none of that name, or nothing. */
export const RETURN_WORDS = ['returned', 'contradicted', 'unknown', 'silent'] as const
export type ReturnWord = (typeof RETURN_WORDS)[number]

/** The error of an attempt that is no failure: the provider has the payment, and is asked again. */
export const STILL_UNDER_WAY = 'the provider is still at work'
/** No failure either: after a restore nothing is sent before the provider's list has been compared. */
export const PAYOUTS_HELD = 'payouts wait after a restore: npm run tune -- reconcile'

/** Why a PIX payment did not go out, where no person has said it: by the payee's bank, by the provider, or decided by hand. */
export const PIX_FAILURES = ['bank_refused', 'key_refused', 'given_back'] as const
export type PixFailure = { why: (typeof PIX_FAILURES)[number]; id: string }

/** As it is stored among the reasons of people; `id` is the payment's in the PIX network, where it got that far. */
export const storedPixFailure = (why: PixFailure['why'], id: string | null = null): string =>
  id ? `${why} ${id}` : why

/** Null for what a person has said. */
export function readPixFailure(reason: string): PixFailure | null {
  const [why, id = '', ...more] = reason.split(' ')
  const known = PIX_FAILURES.find((one) => one === why)
  return known && more.length === 0 ? { why: known, id } : null
}

/** A stored reason in words: `say` puts a failure into them, and what a person wrote stays as it is. */
export function reasonInWords(reason: string, say: (failure: PixFailure) => string): string {
  const failure = readPixFailure(reason)
  return failure ? say(failure) : reason
}

/** How long the provider may take to register an attempt before its "unknown" counts, in seconds. */
export const ATTEMPT_SECONDS = 300

/** The longest name a provider or a bank may give a payment. */
export const REFERENCE_MAX = 80
/** The Banco Central's id of a PIX payment (E) or of its return (D). */
const END_TO_END_ID = /^[ED][A-Za-z0-9]{31}$/
/** The card processor's id of a refund. */
const CARD_REFUND_ID = /^re_[A-Za-z0-9_]+$/

/** True if `reference` has the form of the ids that the bank or the card processor issues. */
export function isReference(by: 'pix' | 'card', reference: string): boolean {
  return (by === 'pix' ? END_TO_END_ID : CARD_REFUND_ID).test(reference)
}

/**
 * What becomes of an outgoing payment when one administrator asks for `wanted` and the provider answers `word`:
 * carried out at once where the provider's answer settles it, otherwise only after a second approval.
 */
export function judgeOutgoing(wanted: OutgoingOutcome, word: ProviderWord): OutgoingOutcome | 'two-people' {
  if (word === 'done') return 'paid'
  if (wanted === 'failed' && (word === 'unknown' || word === 'failed')) return 'failed'
  return 'two-people'
}
