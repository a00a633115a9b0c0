/**
 * What becomes of a payment on its way out that no job gets any further: tried again, given back, or booked as paid. The
 * provider is asked first by whoever calls; where its word settles it one person's decision is enough, and otherwise it
 * takes two.
 */
import {
  judgeOutgoing,
  type Outgoing,
  type OutgoingOutcome,
  type ProviderWord,
} from '#domain/money-decision.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import type { Administrator } from '../../platform/audit.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { statusOfOutgoing, waitingDecision } from '../approvals/decisions.ts'
import {
  agree,
  auditMoney,
  closeDecision,
  DECISION_CONSTRAINTS,
  type Decision,
  lockDecision,
  openDecision,
  turnDown,
} from '../approvals/money-decisions.ts'
import { failPayout, isArtist, payPayout } from '../artists/public.ts'
import { findOutgoing, halt, lockOutgoing, type OutgoingPayment, resume } from '../outgoing/public.ts'
import { applyCardRefund } from '../refunds/public.ts'
import { failWithdrawal, payWithdrawal } from '../withdrawals/public.ts'
import type { OutgoingAnswerWire } from './contract.ts'

type Context = Pick<ServerContext, 'sql' | 'env'>
/** What the provider answered, with its own name for the payment where it has one. */
export type ProviderAnswer = { word: ProviderWord; reference: string | null }
/** What a fan or an artist is told of a payment that was given back by hand: the note behind it is internal. */
const GIVEN_BACK = 'O pagamento não foi concluído.'
export type OutgoingDecision = { outcome: OutgoingOutcome; reference: string | null; note: string }

/** Has a job try again, with all its attempts. Asked twice, one job runs. */
export function retryOutgoing(
  sql: Sql,
  kind: Outgoing,
  uid: string,
  by: Administrator,
): Promise<Result<OutgoingAnswerWire>> {
  return transact(sql, async (tx) => {
    await lockOutgoing(tx, uid)
    const payment = await findOutgoing(tx, kind, uid)
    if (!payment) return refuse('not_under_way')
    if (await waitingDecision(tx, uid)) return refuse('decision_waiting')
    await resume(tx, payment)
    await auditMoney(tx, by, { about: kind, subject: uid }, 'retry', { amount: payment.amount })
    return ok(await readAnswer(tx, kind, uid))
  })
}

/** Nobody but the caller acts on the payment from here on; the provider can be asked how it stands. */
export function haltOutgoing(
  sql: Sql,
  kind: Outgoing,
  uid: string,
  by: Administrator,
): Promise<Result<OutgoingPayment>> {
  return transact(sql, async (tx) => {
    const payment = await findOutgoing(tx, kind, uid)
    if (!payment) return refuse('not_under_way')
    if (payment.fan === by.uid || (await isOwnPayout(tx, payment, by))) return refuse('own_decision')
    return (await halt(tx, uid)) ? ok(payment) : refuse('attempted_just_now')
  })
}

async function isOwnPayout(tx: Tx, { artistId }: OutgoingPayment, by: Administrator): Promise<boolean> {
  if (artistId === null) return false
  const [artist] = await tx<{ wallet: string }[]>`select wallet from private.artists where id = ${artistId}`
  return artist !== undefined && isArtist(tx, by, artist.wallet)
}

/** One person's word on a halted payment: carried out where the provider's settles it, else kept for a second person. */
export function decideOutgoing(
  ctx: Context,
  payment: OutgoingPayment,
  wanted: OutgoingDecision,
  said: ProviderAnswer,
  by: Administrator,
): Promise<Result<OutgoingAnswerWire>> {
  return transact(
    ctx.sql,
    async (tx) => {
      const { kind, uid, amount, fan } = payment
      await lockOutgoing(tx, uid)
      if (!(await findOutgoing(tx, kind, uid))) return refuse('not_under_way')
      const verdict = judgeOutgoing(wanted.outcome, said.word)
      const settled = verdict !== 'two-people'
      const reference = settled ? said.reference : wanted.reference
      const decision = await openDecision(tx, by, {
        about: kind,
        subject: uid,
        outcome: settled ? verdict : wanted.outcome,
        amount,
        fan,
        reference,
        note: wanted.note,
        peopleDue: settled ? 1 : 2,
      })
      if (settled) {
        const booked = await carryOut(ctx, tx, decision)
        if (!booked.ok) return booked
      }
      return ok(await readAnswer(tx, kind, uid))
    },
    DECISION_CONSTRAINTS,
  )
}

/** The second person's word. What the provider says by now comes first: what it has paid is never given back. */
export function approveOutgoing(
  ctx: Context,
  uid: string,
  said: ProviderAnswer,
  by: Administrator,
): Promise<Result<OutgoingAnswerWire>> {
  return transact(ctx.sql, async (tx) => {
    const decision = await lockDecision(tx, uid)
    if (!decision || decision.about === 'unmatched') return refuse('decision_not_found')
    const payment = await findOutgoing(tx, decision.about, decision.subject)
    if (!payment) return refuse('decision_decided')
    if (await isOwnPayout(tx, payment, by)) return refuse('own_decision')
    const agreed = await agree(tx, by, decision)
    if (!agreed.ok) return agreed
    if (agreed.value) {
      const known = said.word === 'done' && { outcome: 'paid' as const, reference: said.reference }
      const booked = await carryOut(ctx, tx, { ...decision, ...known })
      if (!booked.ok) return booked
    }
    return ok(await readAnswer(tx, decision.about, decision.subject))
  })
}

/** The second person says no: the payment is tried again. */
export function rejectOutgoing(
  sql: Sql,
  uid: string,
  by: Administrator,
): Promise<Result<OutgoingAnswerWire>> {
  return transact(sql, async (tx) => {
    const decision = await lockDecision(tx, uid)
    if (!decision || decision.about === 'unmatched') return refuse('decision_not_found')
    const refused = await turnDown(tx, by, decision)
    if (!refused.ok) return refused
    const payment = await findOutgoing(tx, decision.about, decision.subject)
    if (payment) await resume(tx, payment)
    return ok(await readAnswer(tx, decision.about, decision.subject))
  })
}

/** Books the end in the transaction that writes the decision's. Refused where a job was faster. */
async function carryOut(ctx: Context, tx: Tx, decision: Decision): Promise<Result<unknown>> {
  const { id, about, subject: uid, outcome, reference, note } = decision
  // What is booked is what is written down, also where the provider knew better.
  await tx`update private.money_decisions set outcome = ${outcome}, reference = ${reference} where id = ${id}`
  await closeDecision(tx, id)
  const name = reference ?? ''
  if (about === 'refund') {
    const status = outcome === 'paid' ? 'done' : 'failed'
    const failure = outcome === 'paid' ? null : note
    const isBooked = await applyCardRefund(ctx.env, tx, uid, { providerId: reference, status, failure })
    return isBooked ? ok(null) : refuse('refund_decided')
  }
  if (about === 'withdrawal') {
    return outcome === 'paid' ? payWithdrawal(tx, uid, name) : failWithdrawal(tx, uid, GIVEN_BACK)
  }
  return outcome === 'paid' ? payPayout(tx, uid, name) : failPayout(tx, uid, GIVEN_BACK, reference)
}

async function readAnswer(tx: Tx, kind: Outgoing, uid: string): Promise<OutgoingAnswerWire> {
  return { status: await statusOfOutgoing(tx, kind, uid), decision: await waitingDecision(tx, uid) }
}
