/**
 * Decisions about money that belongs to no payment: credited to a fan, returned at the bank, or kept with a note. By
 * one administrator or, above a limit, two.
 */
import * as v from 'valibot'
import {
  isReference,
  UNMATCHED_STATUSES,
  UNMATCHED_TRANSITIONS,
  type UnmatchedOutcome,
} from '#domain/money-decision.ts'
import { MONEY_PROVIDERS } from '#domain/payment.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import type { Actor } from '../../platform/audit.ts'
import { enqueueChain } from '../../platform/chain-operations.ts'
import { centavos, parseRow, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import {
  answerDecision,
  DECISION_CONSTRAINTS,
  type Decision,
  openDecision,
  type SecondWord,
} from '../approvals/money-decisions.ts'
import { approvalsOfOutflow, NO_LIMIT } from '../approvals/outflow.ts'
import { previewAgreed } from '../approvals/preview-agreed.ts'
import type { WrittenWire } from '../back-office/contract.ts'
import { previewWritten } from '../back-office/read-written.ts'
import { account, post } from '../ledger/ledger.ts'
import { notifyFans } from '../outbox.ts'
import { isReturnContradicted } from './ask-return.ts'
import type { UnmatchedWire } from './contract.ts'
import { readUnmatched } from './unmatched.ts'
import { UNMATCHED_ACCOUNTS } from './unmatched-money.ts'

type Context = Pick<ServerContext, 'sql' | 'env' | 'pix' | 'cards' | 'log'>
const keptMoney = v.object({
  id: rowId,
  uid: v.string(),
  provider: v.picklist(MONEY_PROVIDERS),
  amount: centavos,
  status: v.picklist(UNMATCHED_STATUSES),
})
type Kept = v.InferOutput<typeof keptMoney>
export type UnmatchedSettlement = {
  outcome: UnmatchedOutcome
  /** The address of the fan who is credited. */
  to: string | null
  /** The bank's id of what was returned. */
  reference: string | null
  note: string
}

export function resolveUnmatched(
  ctx: Context,
  uid: string,
  wanted: UnmatchedSettlement,
  by: Actor,
): Promise<Result<UnmatchedWire>> {
  const limit = ctx.env.WITHDRAWAL_SECOND_PERSON_ABOVE
  return transact(
    ctx.sql,
    async (tx) => {
      const kept = await lock(tx, uid)
      if (!kept.ok) return kept
      const network = kept.value.provider === 'pix' ? 'pix' : 'card'
      if (wanted.outcome === 'returned' && !isReference(network, wanted.reference ?? '')) {
        return refuse('reference_invalid')
      }
      if (wanted.reference && (await isTaken(tx, wanted.reference, uid))) return refuse('reference_used')
      const opened = await decideIn(tx, kept.value, wanted, { by, limit })
      return opened.ok ? ok(await readUnmatched(tx, uid, { by: by.uid, limit })) : opened
    },
    DECISION_CONSTRAINTS,
  )
}

/** Whether that id is the return of other money; of two who name it at once, the second waits. */
async function isTaken(tx: Tx, reference: string, uid: string): Promise<boolean> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${reference}, 0))`
  const taken = await tx`
    select from private.money_decisions
    where reference = ${reference} and outcome = 'returned' and status <> 'rejected' and subject <> ${uid}`
  return taken.length > 0
}

/** What that writes into the ledger once it is carried out, whoever has to agree. It changes nothing. */
export function previewUnmatched(
  sql: Sql,
  uid: string,
  wanted: Pick<UnmatchedSettlement, 'outcome' | 'to'>,
  by: Actor,
): Promise<Result<WrittenWire>> {
  return previewWritten(
    sql,
    async (tx) => {
      const kept = await lock(tx, uid)
      if (!kept.ok) return kept
      const settlement = { ...wanted, reference: uid, note: uid }
      return decideIn(tx, kept.value, settlement, { by, limit: NO_LIMIT })
    },
    DECISION_CONSTRAINTS,
  )
}

async function decideIn(
  tx: Tx,
  kept: Kept,
  { outcome, to, reference, note }: UnmatchedSettlement,
  { by, limit }: { by: Actor; limit: number },
): Promise<Result<unknown>> {
  const { uid, amount } = kept
  const fan = outcome === 'credited' ? await findFan(tx, to ?? '') : null
  if (outcome === 'credited' && fan === null) return refuse('user_not_found')
  if (fan === by.uid) return refuse('own_decision')
  const decided = {
    about: 'unmatched' as const,
    subject: uid,
    outcome,
    amount,
    fan,
    reference,
    note,
    approvalsRequired: await approvalsOfOutflow(tx, { uid, amount, person: fan }, { by, limit }),
  }
  return openDecision(tx, by, decided, (decision) => carryOut(tx, kept, decision))
}

/** The second person's answer. About a return the provider is asked again before it is booked. */
export async function answerUnmatched(
  ctx: Context,
  decisionUid: string,
  word: SecondWord,
  by: Actor,
): Promise<Result<UnmatchedWire>> {
  if (word === 'agree' && (await isReturnContradicted(ctx, decisionUid))) return refuse('return_contradicted')
  return transact(ctx.sql, (tx) => answerIn(ctx, tx, decisionUid, word, by))
}

/** What agreeing to it writes. It changes nothing. */
export function previewUnmatchedAgreed(
  ctx: Context,
  decisionUid: string,
  by: Actor,
): Promise<Result<WrittenWire>> {
  return previewAgreed(ctx.sql, decisionUid, (tx) => answerIn(ctx, tx, decisionUid, 'agree', by))
}

async function answerIn(
  ctx: Context,
  tx: Tx,
  decisionUid: string,
  word: SecondWord,
  by: Actor,
): Promise<Result<UnmatchedWire>> {
  const kept = await lockDecided(tx, decisionUid)
  if (!kept.ok) return kept
  const answered = await answerDecision(tx, by, decisionUid, word, (decision) =>
    carryOut(tx, kept.value, decision),
  )
  if (!answered.ok) return answered
  const limit = ctx.env.WITHDRAWAL_SECOND_PERSON_ABOVE
  return ok(await readUnmatched(tx, kept.value.uid, { by: by.uid, limit }))
}

/** The money that a decision is about, locked before the decision itself: the order in which it is decided. */
async function lockDecided(tx: Tx, decisionUid: string): Promise<Result<Kept>> {
  const about = parseRow(
    v.object({ subject: v.string() }),
    await tx`
      select subject from private.money_decisions where uid = ${decisionUid} and about = 'unmatched'`,
  )
  if (!about) return refuse('decision_not_found')
  const kept = await lock(tx, about.subject)
  return kept.ok ? kept : refuse('decision_decided')
}

async function lock(tx: Tx, uid: string): Promise<Result<Kept>> {
  const kept = parseRow(
    keptMoney,
    await tx`
      select id, uid, provider, amount, status from private.unmatched_money where uid = ${uid} for update`,
  )
  if (!kept) return refuse('unmatched_not_found')
  return UNMATCHED_TRANSITIONS[kept.status].length > 0 ? ok(kept) : refuse('unmatched_settled')
}

/**
 * Somebody with a wallet on the chain who has not erased their account; the row is locked until the money is theirs.
 */
async function findFan(tx: Tx, email: string): Promise<string | null> {
  const fan = parseRow(
    v.object({ uid: v.string() }),
    await tx`
      select uid from users
      where email = lower(${email}) and erased_at is null and wallet is not null
      for key share`,
  )
  return fan?.uid ?? null
}

async function carryOut(
  tx: Tx,
  { id, uid, provider, amount }: Kept,
  decision: Decision,
): Promise<Result<null>> {
  const { outcome, fan } = decision
  const owner = parseRow(
    v.object({ wallet: v.nullable(v.string()) }),
    await tx`
      select wallet from users where uid = ${fan} and erased_at is null for key share`,
  )
  // They may have gone between the two approvals.
  if (outcome === 'credited' && !owner) return refuse('user_not_found')
  const { clearing, waiting } = UNMATCHED_ACCOUNTS[provider]
  const to = {
    credited: { kind: 'deposit', credit: account.available(fan ?? '') },
    returned: { kind: 'unmatched_returned', credit: clearing },
    booked: { kind: 'unmatched_booked', credit: account.keptUnmatched },
  }[outcome as UnmatchedOutcome]
  await post(tx, [{ id: `unmatched:${uid}:${outcome}`, debit: waiting, amount, ...to }])
  await tx`
    update private.unmatched_money set status = ${outcome}, ended_at = clock_timestamp() where id = ${id}`
  if (fan === null) return ok(null)
  if (owner?.wallet) {
    await enqueueChain(tx, `unmatched:${uid}`, 'credit_balance', {
      wallet: owner.wallet,
      amount,
      reference: uid,
    })
  }
  await notifyFans(tx, [{ fan, kind: 'deposit_credited', data: { amount } }])
  return ok(null)
}
