/** The calls of approvals. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import {
  DECISION_STATUSES,
  LEFT_OUTCOMES,
  OUTGOING_OUTCOMES,
  UNMATCHED_OUTCOMES,
} from '#domain/money-decision.ts'
import { CORRECTIONS } from '#domain/trouble.ts'
import { about } from '../api/call.ts'

/** Somebody's word for a decision. */
export const approvalWire = v.strictObject({
  admin: v.string(),
  email: v.string(),
  at: v.string(),
  isVoid: about(
    v.boolean(),
    'It no longer counts: who gave it may not approve any more, and the last one is not there yet. Once that is there, such a word is left out.',
  ),
})

export type ApprovalWire = v.InferOutput<typeof approvalWire>

/** A decision that was made, or waits for a second person. */
export const decisionWire = v.strictObject({
  id: v.number(),
  uid: v.string(),
  outcome: v.picklist([...OUTGOING_OUTCOMES, ...LEFT_OUTCOMES, ...UNMATCHED_OUTCOMES, ...CORRECTIONS]),
  amount: v.number(),
  reference: about(
    v.nullable(v.string()),
    "The provider's or the bank's name for the payment; of a correction the line that is taken back.",
  ),
  note: v.string(),
  creditedTo: about(v.nullable(v.string()), 'The fan who is credited; null unless unmatched money is.'),
  status: v.picklist(DECISION_STATUSES),
  approvals: about(v.array(approvalWire), 'The first one asked for it.'),
  createdAt: v.string(),
  endedAt: v.nullable(v.string()),
})
export type DecisionWire = v.InferOutput<typeof decisionWire>

/** Shown wherever somebody is about to let money out. */
export const aloneUpTo = about(
  v.number(),
  'What the caller may approve alone today, in centavos: a larger amount asks for two people. 0 for roles that approve nothing.',
)

/** The columns that every outgoing payment shows besides its own facts. */
export const outgoingState = v.strictObject({
  isStuck: about(v.boolean(), 'Nothing tries it any more, or it has taken too long: somebody has to decide.'),
  failedAttemptAt: about(
    v.nullable(v.string()),
    'When it was last tried, where that attempt failed, or hangs, and a job goes on trying; null while it is on its way.',
  ),
  decision: about(v.nullable(decisionWire), 'What waits for a second person.'),
})
export type OutgoingState = v.InferOutput<typeof outgoingState>

/** What became of a correction of the ledger. */
export const correctedWire = v.strictObject({
  isDone: about(v.boolean(), 'False while it waits for a second person.'),
})
