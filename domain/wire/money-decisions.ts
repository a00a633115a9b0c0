/** Decisions about money that no job moves any more, as they travel. Amounts are centavos, instants ISO 8601 in UTC. */
import type {
  DecisionStatus,
  Outgoing,
  OutgoingOutcome,
  UnmatchedOutcome,
  UnmatchedStatus,
} from '../money-decision.ts'

/** What was decided, or waits for a second person. */
export type DecisionWire = {
  id: number
  uid: string
  outcome: OutgoingOutcome | UnmatchedOutcome
  amount: number
  /** The provider's or the bank's name for the payment. */
  reference: string | null
  note: string
  /** The fan who is credited; null unless unmatched money is. */
  creditedTo: string | null
  status: DecisionStatus
  /** The first one asked for it. */
  approvals: { admin: string; email: string }[]
  createdAt: string
  endedAt: string | null
}

/** What every payment on its way out tells beside its own facts. */
export type OutgoingState = {
  /** Nothing tries it any more, or it has taken too long: somebody has to decide. */
  isStuck: boolean
  /** When it was last tried, where that attempt failed and a job goes on trying. */
  failedAttemptAt: string | null
  /** What waits for a second person. */
  decision: DecisionWire | null
}

/** GET /admin/stuck: payments on their way out that somebody has to look at. */
export type StuckWire = OutgoingState & {
  id: number
  kind: Outgoing
  uid: string
  /** Who is to have it, and the uid of their page: a fan's, or an artist's. */
  payee: { uid: string; name: string }
  /** The payment that is refunded; null for a withdrawal and a payout. */
  payment: string | null
  amount: number
  /** Nothing tries it any more. */
  isAbandoned: boolean
  approvedAt: string | null
}

/** GET /admin/unmatched: money that arrived and belongs to no payment. */
export type UnmatchedWire = {
  id: number
  uid: string
  provider: 'pix' | 'stripe'
  /** The provider's own name for it. */
  externalId: string
  amount: number
  /** The payment that it names, and who made it. */
  payment: { uid: string; email: string } | null
  status: UnmatchedStatus
  /** The webhook's outcome, as `WebhookWire` has it. */
  outcome: string | null
  /** The newest decision about it. */
  decision: DecisionWire | null
  /** More than one person may settle alone. */
  isLarge: boolean
  arrivedAt: string
}

/** What POST /admin/{withdrawals,payouts,refunds}/{uid}/decide takes. */
export type OutgoingDecisionBody = { outcome: OutgoingOutcome; reference?: string; note: string }

/** What POST /admin/unmatched/{uid}/decide takes: `to` is the address of the fan who is credited. */
export type UnmatchedDecisionBody = {
  outcome: UnmatchedOutcome
  reference?: string
  to?: string
  note: string
}

/** How a payment stands once somebody has decided. */
export type OutgoingAnswerWire = { status: string; decision: DecisionWire | null }
