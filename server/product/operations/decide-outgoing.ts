import {
  isContradicted,
  isOutgoing,
  judgeOutgoing,
  type Outgoing,
  type OutgoingOutcome,
  type ProviderWord,
} from '#domain/money-decision.ts'
import type { Refusal } from '#domain/refusal.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { statusOfOutgoing, waitingDecision } from '../approvals/decisions.ts'
import {
  approveDecision,
  auditMoney,
  DECISION_CONSTRAINTS,
  lockDecision,
  openDecision,
  rejectDecision,
} from '../approvals/money-decisions.ts'
import { previewAgreed } from '../approvals/preview-agreed.ts'
import type { WrittenWire } from '../back-office/contract.ts'
import { previewWritten } from '../back-office/read-written.ts'
import { findOutgoing, halt, lockOutgoing, type OutgoingPayment, resume } from '../outgoing/public.ts'
import { bookEnd, GIVEN_BACK, isOwnPayout } from './books.ts'
import type { OutgoingAnswerWire } from './outgoing-contract.ts'

type Context = Pick<ServerContext, 'sql' | 'env'>
/** What the provider answered, with its own name for the payment where it has one. */
export type ProviderAnswer = { word: ProviderWord; reference: string | null }
export type OutgoingDecision = { outcome: OutgoingOutcome; reference: string | null; note: string }

/** One decision after the other about one payment. `constraints`: what the database says where two raced all the same. */
export function inTurn<Answer>(
  sql: Sql,
  uid: string,
  work: (tx: Tx) => Promise<Result<Answer>>,
  constraints: Readonly<Record<string, Refusal>> = {},
): Promise<Result<Answer>> {
  return transact(
    sql,
    async (tx) => {
      await lockOutgoing(tx, uid)
      return work(tx)
    },
    constraints,
  )
}

/**
 * Has a job try again, with all its attempts. Asked twice, one job runs. One person decides: the payment was approved
 * before, and goes where it was to go.
 */
export function retryOutgoing(
  sql: Sql,
  kind: Outgoing,
  uid: string,
  by: Actor,
): Promise<Result<OutgoingAnswerWire>> {
  return inTurn(sql, uid, async (tx) => {
    const payment = await findOutgoing(tx, kind, uid)
    if (!payment) return refuse('not_under_way')
    if (await waitingDecision(tx, uid)) return refuse('decision_waiting')
    await resume(tx, payment)
    await auditMoney(tx, by, { about: kind, subject: uid }, 'retry', { amount: payment.amount })
    return ok(await readAnswer(tx, kind, uid))
  })
}

/** Whether it is approved and not finished. */
export const isUnderWay = async (sql: Sql, kind: Outgoing, uid: string): Promise<boolean> =>
  (await findOutgoing(sql, kind, uid)) !== undefined

/** Nobody but the caller acts on the payment from here on; the provider can be asked how it stands. */
export function haltOutgoing(
  sql: Sql,
  kind: Outgoing,
  uid: string,
  by: Actor,
): Promise<Result<OutgoingPayment>> {
  return transact(sql, (tx) => haltIn(tx, kind, uid, by))
}

async function haltIn(tx: Tx, kind: Outgoing, uid: string, by: Actor): Promise<Result<OutgoingPayment>> {
  const payment = await findOutgoing(tx, kind, uid)
  if (!payment) return refuse('not_under_way')
  if (payment.fan === by.uid || (await isOwnPayout(tx, payment, by))) return refuse('own_decision')
  return (await halt(tx, uid)) ? ok(payment) : refuse('attempted_just_now')
}

/** One person's decision on a halted payment: carried out where the provider's settles it, else kept for a second person. */
export function decideOutgoing(
  ctx: Context,
  payment: OutgoingPayment,
  wanted: OutgoingDecision,
  said: ProviderAnswer,
  by: Actor,
): Promise<Result<OutgoingAnswerWire>> {
  return transact(ctx.sql, (tx) => decideIn(ctx, tx, payment, wanted, said, by), DECISION_CONSTRAINTS)
}

/**
 * The ledger's lines that such a decision writes once it is carried out, and the balances that it leaves: it is carried
 * out as it will be, and nothing of it is kept. The provider is not asked; it is taken to say what is wanted.
 */
export function previewOutgoing(
  ctx: Context,
  kind: Outgoing,
  uid: string,
  outcome: OutgoingOutcome,
  by: Actor,
): Promise<Result<WrittenWire>> {
  return previewWritten(
    ctx.sql,
    async (tx) => {
      const halted = await haltIn(tx, kind, uid, by)
      if (!halted.ok) return halted
      // A name that no payment has, in the form that all names have.
      const reference = uid.replaceAll('-', '')
      const said: ProviderAnswer = { word: outcome === 'paid' ? 'done' : 'unknown', reference }
      const wanted = { outcome, reference, note: GIVEN_BACK }
      return decideIn(ctx, tx, halted.value, wanted, said, by)
    },
    DECISION_CONSTRAINTS,
  )
}

async function decideIn(
  ctx: Context,
  tx: Tx,
  payment: OutgoingPayment,
  wanted: OutgoingDecision,
  said: ProviderAnswer,
  by: Actor,
): Promise<Result<OutgoingAnswerWire>> {
  const { kind, uid, amount, fan } = payment
  await lockOutgoing(tx, uid)
  if (!(await findOutgoing(tx, kind, uid))) return refuse('not_under_way')
  const verdict = judgeOutgoing(wanted.outcome, said.word)
  const settled = verdict !== 'two-people'
  const reference = settled ? said.reference : wanted.reference
  const decision = {
    about: kind,
    subject: uid,
    outcome: settled ? verdict : wanted.outcome,
    amount,
    fan,
    reference,
    note: wanted.note,
    approvalsRequired: settled ? 1 : 2,
  }
  const opened = await openDecision(tx, by, decision, (decided) => bookEnd(ctx, tx, decided))
  return opened.ok ? ok(await readAnswer(tx, kind, uid)) : opened
}

/**
 * The second person's approval. The provider's current answer takes precedence: what it has paid is never given back, and what it
 * has refused is not booked as paid.
 */
export function approveOutgoing(
  ctx: Context,
  uid: string,
  said: ProviderAnswer,
  by: Actor,
): Promise<Result<OutgoingAnswerWire>> {
  return transact(ctx.sql, (tx) => approveIn(ctx, tx, uid, said, by))
}

/** What agreeing to it writes, if the provider does not know better. It changes nothing. */
export function previewOutgoingAgreed(ctx: Context, uid: string, by: Actor): Promise<Result<WrittenWire>> {
  const said: ProviderAnswer = { word: 'unknown', reference: null }
  return previewAgreed(ctx.sql, uid, (tx) => approveIn(ctx, tx, uid, said, by))
}

async function approveIn(
  ctx: Context,
  tx: Tx,
  uid: string,
  said: ProviderAnswer,
  by: Actor,
): Promise<Result<OutgoingAnswerWire>> {
  const decision = await lockDecision(tx, uid)
  if (!decision || !isOutgoing(decision.about)) return refuse('decision_not_found')
  const { about, subject } = decision
  const payment = await findOutgoing(tx, about, subject)
  if (!payment) return refuse('decision_decided')
  if (await isOwnPayout(tx, payment, by)) return refuse('own_decision')
  if (decision.outcome === 'paid' && isContradicted('paid', said.word)) return refuse('payment_contradicted')
  const known = said.word === 'done' ? { outcome: 'paid' as const, reference: said.reference } : {}
  const approved = await approveDecision(tx, by, uid, (decided) => bookEnd(ctx, tx, decided), known)
  return approved.ok ? ok(await readAnswer(tx, about, subject)) : approved
}

/** The second person says no: the payment is tried again. */
export function rejectOutgoing(sql: Sql, uid: string, by: Actor): Promise<Result<OutgoingAnswerWire>> {
  return transact(sql, async (tx) => {
    const decision = await lockDecision(tx, uid)
    if (!decision || !isOutgoing(decision.about)) return refuse('decision_not_found')
    const { about, subject } = decision
    const refused = await rejectDecision(tx, by, uid, async () => {
      const payment = await findOutgoing(tx, about, subject)
      return ok(payment && (await resume(tx, payment)))
    })
    return refused.ok ? ok(await readAnswer(tx, about, subject)) : refused
  })
}

async function readAnswer(tx: Tx, kind: Outgoing, uid: string): Promise<OutgoingAnswerWire> {
  return { status: await statusOfOutgoing(tx, kind, uid), decision: await waitingDecision(tx, uid) }
}
