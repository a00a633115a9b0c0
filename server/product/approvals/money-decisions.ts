/** What all decisions by hand about money have in common: they are recorded, approved, and carried out once. */
import * as v from 'valibot'
import {
  DECIDED,
  DECISION_STATUSES,
  DECISION_TRANSITIONS,
  type DecisionStatus,
  LEFT_OUTCOMES,
  OUTGOING_OUTCOMES,
  type OutgoingOutcome,
  UNMATCHED_OUTCOMES,
} from '#domain/money-decision.ts'
import type { Refusal } from '#domain/refusal.ts'
import type { Result } from '#domain/result.ts'
import { CORRECTIONS } from '#domain/trouble.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { centavos, count, parseRow, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { type Approval, approve, reject } from './decide.ts'

/** The database has the last word on a race. */
export const DECISION_CONSTRAINTS: Readonly<Record<string, Refusal>> = {
  money_decision_waits_once: 'decision_waiting',
}

const decisionRow = v.object({
  id: rowId,
  uid: v.string(),
  about: v.picklist(DECIDED),
  subject: v.string(),
  outcome: v.picklist([...OUTGOING_OUTCOMES, ...LEFT_OUTCOMES, ...UNMATCHED_OUTCOMES, ...CORRECTIONS]),
  amount: centavos,
  /** The wallet's owner, who may not decide. */
  fan: v.nullable(v.string()),
  reference: v.nullable(v.string()),
  note: v.string(),
  approvalsRequired: count,
  status: v.picklist(DECISION_STATUSES),
})
export type Decision = v.InferOutput<typeof decisionRow>
type NewDecision = Omit<Decision, 'id' | 'uid' | 'status'>

const DECISIONS: Approval<DecisionStatus, Decision, Decision | undefined> = {
  table: 'private.money_decisions',
  transitions: DECISION_TRANSITIONS,
  lock: lockDecision,
  read: lockDecision,
  approvals: { table: 'private.money_decision_approvals', of: 'decision_id' },
  approved: ['done'],
  refusals: { unknown: 'decision_not_found', decided: 'decision_decided', own: 'own_decision' },
  isOwn: ({ fan }, by) => fan === by.uid,
  note: (tx, by, { outcome, amount, reference, note, ...decision }, entry) =>
    entry.action === 'reject'
      ? auditMoney(tx, by, decision, 'turn-down', { outcome, amount })
      : auditMoney(tx, by, decision, entry.approvals === 1 ? 'decide' : 'agree', {
          outcome,
          amount,
          reference,
          reason: note,
          approvals: entry.approvals,
        }),
}

/** Moves the money of an approved decision, in the same transaction. */
type CarryOut = (decision: Decision) => Promise<Result<unknown>>

/** Recorded with the first approval, which is enough where one is required. */
export async function openDecision(
  tx: Tx,
  by: Actor,
  decision: NewDecision,
  carryOut: CarryOut,
): Promise<Result<Decision | undefined>> {
  const { about, subject, outcome, amount, fan, reference, note, approvalsRequired } = decision
  const { uid } = parseSoleRow(
    v.object({ uid: v.string() }),
    await tx`
      insert into private.money_decisions (about, subject, outcome, amount, user_id, reference, note, people_due)
      values (${about}, ${subject}, ${outcome}, ${amount}, ${fan}, ${reference}, ${note}, ${approvalsRequired})
      returning uid`,
  )
  return approveDecision(tx, by, uid, carryOut)
}

/**
 * One person's approval. `known` is the provider's current answer, where it knows better: what is booked is what is
 * recorded.
 */
export function approveDecision(
  tx: Tx,
  by: Actor,
  uid: string,
  carryOut: CarryOut,
  known: { outcome?: OutgoingOutcome; reference?: string | null } = {},
): Promise<Result<Decision | undefined>> {
  const due = ({ approvalsRequired }: Decision) => approvalsRequired
  return approve(tx, DECISIONS, uid, { by, due, details: known }, (decision) =>
    carryOut({ ...decision, ...known }),
  )
}

/** Nothing has moved yet; `undo` follows where something waits for the answer. */
export function rejectDecision(
  tx: Tx,
  by: Actor,
  uid: string,
  undo?: CarryOut,
): Promise<Result<Decision | undefined>> {
  return reject(tx, DECISIONS, uid, { by }, undo)
}

/** What a second person says. */
export type SecondWord = 'agree' | 'turn-down'

/** A second person's word about a decision for whose answer nothing waits. */
export function answerDecision(
  tx: Tx,
  by: Actor,
  uid: string,
  word: SecondWord,
  carryOut: CarryOut,
): Promise<Result<Decision | undefined>> {
  return word === 'agree' ? approveDecision(tx, by, uid, carryOut) : rejectDecision(tx, by, uid)
}

/** The decision that waits for a second person under this uid, locked; undefined when there is none. */
export async function lockDecision(tx: Tx, uid: string): Promise<Decision | undefined> {
  return parseRow(
    decisionRow,
    await tx`
      select id, uid, about, subject, outcome, amount, user_id as fan, reference, note, people_due as "approvalsRequired", status
      from private.money_decisions where uid = ${uid}
      for update`,
  )
}

/** An action about outgoing money. A refund is filed under its payment, like everything else about it. */
export async function auditMoney(
  tx: Tx,
  by: Actor,
  { about, subject }: Pick<Decision, 'about' | 'subject'>,
  verb: 'decide' | 'agree' | 'turn-down' | 'retry',
  facts: object,
): Promise<void> {
  const action = `${about}.${verb}` as const
  if (about !== 'refund') return audit(tx, by, { action, subject, after: facts })
  const payment = parseRow(
    v.object({ uid: v.string() }),
    await tx`
      select payments.uid from private.refunds join payments on payments.id = payment_id
      where refunds.uid = ${subject}`,
  )
  if (!payment) throw new Error(`refund ${subject} has no payment`)
  return audit(tx, by, { action, subject: payment.uid, after: { ...facts, refund: subject } })
}
