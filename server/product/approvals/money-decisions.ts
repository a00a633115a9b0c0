/** What every decision by hand about money has in common: it is written down, agreed to, and carried out once. */
import {
  DECISION_TRANSITIONS,
  type DecisionStatus,
  type Outgoing,
  type OutgoingOutcome,
  type UnmatchedOutcome,
} from '#domain/money-decision.ts'
import type { Refusal } from '#domain/refusal.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { mayBecome } from '#domain/transitions.ts'
import { type Administrator, audit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { giveWord } from './decide.ts'

/** The database is the last to judge a race. */
export const DECISION_CONSTRAINTS: Readonly<Record<string, Refusal>> = {
  money_decision_waits_once: 'decision_waiting',
}

const APPROVALS = { table: 'private.money_decision_approvals', of: 'decision_id' }

export type Decision = {
  id: number
  uid: string
  about: Outgoing | 'unmatched'
  subject: string
  outcome: OutgoingOutcome | UnmatchedOutcome
  /** Centavos. */
  amount: number
  /** Whose wallet it is about; they do not decide. */
  fan: string | null
  reference: string | null
  note: string
  peopleDue: number
  status: DecisionStatus
}
type NewDecision = Omit<Decision, 'id' | 'uid' | 'status'>

/** Written down with the first person's word. */
export async function openDecision(tx: Tx, by: Administrator, decision: NewDecision): Promise<Decision> {
  const { about, subject, outcome, amount, fan, reference, note, peopleDue } = decision
  const [written] = await tx<{ id: number; uid: string }[]>`
    insert into private.money_decisions (about, subject, outcome, amount, user_id, reference, note, people_due)
    values (${about}, ${subject}, ${outcome}, ${amount}, ${fan}, ${reference}, ${note}, ${peopleDue})
    returning id, uid`
  if (!written) throw new Error('insert into private.money_decisions returned no row')
  const words = await giveWord(tx, APPROVALS, written.id, by)
  if (!words.ok) throw new Error(`decision ${written.uid} is new and has been agreed to`)
  await auditMoney(tx, by, { about, subject }, 'decide', {
    outcome,
    amount,
    reference,
    reason: note,
    approvals: words.value,
  })
  return { ...decision, ...written, status: 'requested' }
}

/** Ends a decision that enough people have agreed to. The caller moves the money in the same transaction. */
export async function closeDecision(tx: Tx, id: number): Promise<void> {
  await tx`
    update private.money_decisions set status = 'done', ended_at = clock_timestamp() where id = ${id}`
}

/** What waits for a second person under this uid, locked; undefined when there is none. */
export async function lockDecision(tx: Tx, uid: string): Promise<Decision | undefined> {
  const [decision] = await tx<Decision[]>`
    select id, uid, about, subject, outcome, amount, user_id as fan, reference, note, people_due as "peopleDue", status
    from private.money_decisions where uid = ${uid}
    for update`
  return decision
}

/** One more person's word; true once enough have given theirs. */
export async function agree(tx: Tx, by: Administrator, decision: Decision): Promise<Result<boolean>> {
  if (!mayBecome(DECISION_TRANSITIONS, decision.status, 'done')) return refuse('decision_decided')
  if (decision.fan === by.uid) return refuse('own_decision')
  const words = await giveWord(tx, APPROVALS, decision.id, by)
  if (!words.ok) return words
  const approvals = words.value
  const { about, subject, outcome, amount, reference, note } = decision
  const facts = { outcome, amount, reference, reason: note, approvals }
  await auditMoney(tx, by, { about, subject }, 'agree', facts)
  return ok(approvals >= decision.peopleDue)
}

/** Nothing has moved yet, so nothing has to move back. */
export async function turnDown(tx: Tx, by: Administrator, decision: Decision): Promise<Result<null>> {
  if (!mayBecome(DECISION_TRANSITIONS, decision.status, 'rejected')) return refuse('decision_decided')
  await tx`
    update private.money_decisions set status = 'rejected', ended_at = clock_timestamp() where id = ${decision.id}`
  const { about, subject, outcome, amount } = decision
  await auditMoney(tx, by, { about, subject }, 'turn-down', { outcome, amount })
  return ok(null)
}

/** An action about money on its way. A refund is looked for under its payment, as everything else that is done to it. */
export async function auditMoney(
  tx: Tx,
  by: Administrator,
  { about, subject }: Pick<Decision, 'about' | 'subject'>,
  deed: 'decide' | 'agree' | 'turn-down' | 'retry',
  facts: object,
): Promise<void> {
  const action = `${about}.${deed}` as const
  if (about !== 'refund') return audit(tx, by, { action, subject, after: facts })
  const [payment] = await tx<{ uid: string }[]>`
    select payments.uid from private.refunds join payments on payments.id = payment_id
    where refunds.uid = ${subject}`
  if (!payment) throw new Error(`refund ${subject} has no payment`)
  return audit(tx, by, { action, subject: payment.uid, after: { ...facts, refund: subject } })
}
