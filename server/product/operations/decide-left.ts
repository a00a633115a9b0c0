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
import type { Administrator } from '../../platform/audit.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { statusOfOutgoing, waitingDecision } from '../approvals/decisions.ts'
import {
  approveDecision,
  DECISION_CONSTRAINTS,
  type Decision,
  lockDecision,
  openDecision,
  rejectDecision,
} from '../approvals/money-decisions.ts'
import { approvalsOfOutflow } from '../approvals/outflow.ts'
import {
  bookElsewhere,
  bookPayoutLate,
  bookWithdrawalLate,
  findElsewhere,
  findPayoutGivenBack,
  findWithdrawalGivenBack,
  isArtist,
  lockOutgoing,
  REFUND_CONSTRAINTS,
} from './books.ts'
import type { ProviderAnswer } from './decide-outgoing.ts'
import type { OutgoingAnswerWire } from './outgoing-contract.ts'
import { settleFound } from './unbooked.ts'

type Context = Pick<ServerContext, 'sql' | 'env'>
const CONSTRAINTS: Readonly<Record<string, Refusal>> = { ...DECISION_CONSTRAINTS, ...REFUND_CONSTRAINTS }

/** What left, in centavos, and to whom: a fan's uid, or an artist's wallet. `found` is its name in a comparison. */
type Left = { amount: number; person: string; fan: string | null; artist: string | null; found: string }

const isLeft = ({ outcome }: Decision): boolean => outcome === 'charged' || outcome === 'borne'

/** One person's decision. `said` is what the provider answers; a refund was reported by the processor itself. */
export function decideLeft(
  ctx: Context,
  kind: Outgoing,
  uid: string,
  { outcome, note }: { outcome: LeftOutcome; note: string },
  said: ProviderAnswer,
  by: Administrator,
): Promise<Result<OutgoingAnswerWire>> {
  const limit = ctx.env.WITHDRAWAL_SECOND_PERSON_ABOVE
  return transact(
    ctx.sql,
    async (tx) => {
      await lockOutgoing(tx, uid)
      const left = await findLeft(tx, kind, uid)
      if (!left) return refuse('nothing_to_book')
      if (await isOwn(tx, left, by)) return refuse('own_decision')
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
      const opened = await openDecision(tx, by, decision, (decided) => carryOut(ctx, tx, left, decided, by))
      return opened.ok ? ok(await readAnswer(tx, kind, uid)) : opened
    },
    CONSTRAINTS,
  )
}

/** The second person's answer. */
export function answerLeft(
  ctx: Context,
  decisionUid: string,
  word: 'agree' | 'turn-down',
  by: Administrator,
): Promise<Result<OutgoingAnswerWire>> {
  return transact(
    ctx.sql,
    async (tx) => {
      const known = await lockDecision(tx, decisionUid)
      if (!known || !isLeft(known)) return refuse('decision_not_found')
      const { about, subject } = known
      const kind = v.parse(v.picklist(['withdrawal', 'payout', 'refund']), about)
      const left = await findLeft(tx, kind, subject)
      if (!left) return refuse('decision_decided')
      if (await isOwn(tx, left, by)) return refuse('own_decision')
      const answered =
        word === 'agree'
          ? await approveDecision(tx, by, decisionUid, (decision) => carryOut(ctx, tx, left, decision, by))
          : await rejectDecision(tx, by, decisionUid)
      return answered.ok ? ok(await readAnswer(tx, kind, subject)) : answered
    },
    CONSTRAINTS,
  )
}

/** What left and is not booked yet, locked until the transaction ends. */
async function findLeft(tx: Tx, kind: Outgoing, uid: string): Promise<Left | undefined> {
  if (kind === 'payout') {
    const payout = await findPayoutGivenBack(tx, uid)
    return payout && { ...payout, fan: null, artist: payout.wallet, found: uid }
  }
  if (kind === 'withdrawal') {
    const withdrawal = await findWithdrawalGivenBack(tx, uid)
    return withdrawal && { ...withdrawal, person: withdrawal.fan, artist: null, found: uid }
  }
  const refund = await findElsewhere(tx, uid)
  return refund && { ...refund, person: refund.fan, artist: null, found: refund.providerId }
}

async function isOwn(tx: Tx, { fan, artist }: Left, by: Administrator): Promise<boolean> {
  return artist === null ? fan === by.uid : isArtist(tx, by, artist)
}

async function carryOut(
  ctx: Context,
  tx: Tx,
  { found }: Left,
  { about, subject, outcome, reference, note }: Decision,
  by: Administrator,
): Promise<Result<unknown>> {
  await settleFound(tx, found, { note, by: by.uid })
  const decided = outcome as LeftOutcome
  if (about === 'refund') return bookElsewhere(ctx.env, tx, subject, decided)
  const book = about === 'payout' ? bookPayoutLate : bookWithdrawalLate
  return book(tx, subject, decided, reference ?? '')
}

async function readAnswer(tx: Tx, kind: Outgoing, uid: string): Promise<OutgoingAnswerWire> {
  return { status: await statusOfOutgoing(tx, kind, uid), decision: await waitingDecision(tx, uid) }
}
