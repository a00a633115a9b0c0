/**
 * What becomes of money that left where our books did not see it: a refund made in the card processor's own panel, and a
 * withdrawal or payout that was given back here and that the provider paid all the same. Either whoever has the money is charged,
 * or the house bears it.
 */
import * as v from 'valibot'
import type { LeftOutcome, Outgoing } from '#domain/money-decision.ts'
import type { Refusal } from '#domain/refusal.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { statusOfOutgoing, waitingDecision } from '../approvals/decisions.ts'
import {
  answerDecision,
  DECISION_CONSTRAINTS,
  type Decision,
  lockDecision,
  openDecision,
  type SecondWord,
} from '../approvals/money-decisions.ts'
import { approvalsOfOutflow, NO_LIMIT } from '../approvals/outflow.ts'
import { previewAgreed } from '../approvals/preview-agreed.ts'
import type { WrittenWire } from '../back-office/contract.ts'
import { previewWritten } from '../back-office/read-written.ts'
import { bookLeft, findLeft, GIVEN_BACK, isOwnLeft, LEFT_CONSTRAINTS, type Left } from './books.ts'
import { inTurn, type ProviderAnswer } from './decide-outgoing.ts'
import type { OutgoingAnswerWire } from './outgoing-contract.ts'
import { closeFound } from './unbooked.ts'

type Context = Pick<ServerContext, 'sql' | 'env'>
type LeftDecision = { outcome: LeftOutcome; note: string }
const CONSTRAINTS: Readonly<Record<string, Refusal>> = { ...DECISION_CONSTRAINTS, ...LEFT_CONSTRAINTS }

const isLeft = ({ outcome }: Decision): boolean => outcome === 'charged' || outcome === 'borne'

/** One person's decision. `said` is what the provider answers; a refund was reported by the processor itself. */
export function decideLeft(
  ctx: Context,
  kind: Outgoing,
  uid: string,
  wanted: LeftDecision,
  said: ProviderAnswer,
  by: Actor,
): Promise<Result<OutgoingAnswerWire>> {
  const limit = ctx.env.WITHDRAWAL_SECOND_PERSON_ABOVE
  return inTurn(
    ctx.sql,
    uid,
    async (tx) => {
      const opened = await decideIn(ctx, tx, { kind, uid, limit }, wanted, said, by)
      return opened.ok ? ok(await readAnswer(tx, kind, uid)) : opened
    },
    CONSTRAINTS,
  )
}

/** What that writes into the ledger once it is carried out, as `previewOutgoing` shows a decision; whoever has to agree. */
export function previewLeft(
  ctx: Context,
  kind: Outgoing,
  uid: string,
  outcome: LeftOutcome,
  by: Actor,
): Promise<Result<WrittenWire>> {
  const said: ProviderAnswer = { word: 'done', reference: uid.replaceAll('-', '') }
  const order = { kind, uid, limit: NO_LIMIT }
  return previewWritten(
    ctx.sql,
    (tx) => decideIn(ctx, tx, order, { outcome, note: GIVEN_BACK }, said, by),
    CONSTRAINTS,
  )
}

async function decideIn(
  ctx: Context,
  tx: Tx,
  { kind, uid, limit }: { kind: Outgoing; uid: string; limit: number },
  { outcome, note }: LeftDecision,
  said: ProviderAnswer,
  by: Actor,
): Promise<Result<unknown>> {
  const left = await findLeft(tx, kind, uid)
  if (!left) return refuse('nothing_to_book')
  if (await isOwnLeft(tx, left, by)) return refuse('own_decision')
  if (kind !== 'refund' && said.word !== 'done') return refuse('provider_not_paid')
  const { amount, person, fan } = left
  const decision = {
    about: kind,
    subject: uid,
    outcome,
    amount,
    fan,
    reference: said.reference,
    note,
    approvalsRequired: await approvalsOfOutflow(tx, { uid, amount, person }, { by, limit }),
  }
  return openDecision(tx, by, decision, (decided) => carryOut(ctx, tx, left, decided, by))
}

/** The second person's answer. */
export function answerLeft(
  ctx: Context,
  decisionUid: string,
  word: SecondWord,
  by: Actor,
): Promise<Result<OutgoingAnswerWire>> {
  return transact(ctx.sql, (tx) => answerIn(ctx, tx, decisionUid, word, by), CONSTRAINTS)
}

/** What agreeing to it writes. It changes nothing. */
export function previewLeftAgreed(
  ctx: Context,
  decisionUid: string,
  by: Actor,
): Promise<Result<WrittenWire>> {
  return previewAgreed(ctx.sql, decisionUid, (tx) => answerIn(ctx, tx, decisionUid, 'agree', by), CONSTRAINTS)
}

async function answerIn(
  ctx: Context,
  tx: Tx,
  decisionUid: string,
  word: SecondWord,
  by: Actor,
): Promise<Result<OutgoingAnswerWire>> {
  const known = await lockDecision(tx, decisionUid)
  if (!known || !isLeft(known)) return refuse('decision_not_found')
  const { about, subject } = known
  const kind = v.parse(v.picklist(['withdrawal', 'payout', 'refund']), about)
  const left = await findLeft(tx, kind, subject)
  if (!left) return refuse('decision_decided')
  if (await isOwnLeft(tx, left, by)) return refuse('own_decision')
  const answered = await answerDecision(tx, by, decisionUid, word, (decision) =>
    carryOut(ctx, tx, left, decision, by),
  )
  return answered.ok ? ok(await readAnswer(tx, kind, subject)) : answered
}

async function carryOut(
  ctx: Context,
  tx: Tx,
  { found }: Left,
  decision: Decision,
  by: Actor,
): Promise<Result<unknown>> {
  await closeFound(tx, found, { note: decision.note, by: by.uid })
  return bookLeft(ctx, tx, decision)
}

async function readAnswer(tx: Tx, kind: Outgoing, uid: string): Promise<OutgoingAnswerWire> {
  return { status: await statusOfOutgoing(tx, kind, uid), decision: await waitingDecision(tx, uid) }
}
