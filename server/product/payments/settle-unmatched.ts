/**
 * What becomes of money that belongs to no payment: credited to a fan, sent back at the bank, or kept with a note. By the
 * word of one administrator or, above a limit, of two.
 */
import {
  isReference,
  UNMATCHED_TRANSITIONS,
  type UnmatchedOutcome,
  type UnmatchedStatus,
} from '#domain/money-decision.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import type { Administrator } from '../../platform/audit.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { account, post } from '../../platform/ledger.ts'
import { enqueueChain, tell } from '../../platform/outbox.ts'
import { peopleDue } from '../approvals/decide.ts'
import {
  agree,
  closeDecision,
  DECISION_CONSTRAINTS,
  type Decision,
  lockDecision,
  openDecision,
  turnDown,
} from '../approvals/money-decisions.ts'
import type { UnmatchedWire } from './contract.ts'
import { readUnmatched } from './unmatched.ts'
import { UNMATCHED_ACCOUNTS } from './unmatched-money.ts'

type Context = Pick<ServerContext, 'sql' | 'env'>
type Kept = { id: number; uid: string; provider: 'pix' | 'stripe'; amount: number }
export type UnmatchedSettlement = {
  outcome: UnmatchedOutcome
  /** The address of the fan who is credited. */
  to: string | null
  /** The bank's name for what was sent back. */
  reference: string | null
  note: string
}

export function settleUnmatched(
  ctx: Context,
  uid: string,
  { outcome, to, reference, note }: UnmatchedSettlement,
  by: Administrator,
): Promise<Result<UnmatchedWire>> {
  const aloneUpTo = ctx.env.WITHDRAWAL_SECOND_PERSON_ABOVE
  return transact(
    ctx.sql,
    async (tx) => {
      const kept = await lock(tx, uid)
      if (!kept.ok) return kept
      const network = kept.value.provider === 'pix' ? 'pix' : 'card'
      if (outcome === 'returned' && !isReference(network, reference ?? '')) return refuse('reference_invalid')
      const fan = outcome === 'credited' ? await findFan(tx, to ?? '') : null
      if (outcome === 'credited' && fan === null) return refuse('user_not_found')
      if (fan === by.uid) return refuse('own_decision')
      const { amount } = kept.value
      const decision = await openDecision(tx, by, {
        about: 'unmatched',
        subject: uid,
        outcome,
        amount,
        fan,
        reference,
        note,
        peopleDue: peopleDue(amount, aloneUpTo),
      })
      if (decision.peopleDue === 1) {
        const booked = await carryOut(tx, kept.value, decision)
        if (!booked.ok) return booked
      }
      return ok(await readUnmatched(tx, uid, aloneUpTo))
    },
    DECISION_CONSTRAINTS,
  )
}

/** The second person's word. */
export function approveUnmatched(
  ctx: Context,
  decisionUid: string,
  by: Administrator,
): Promise<Result<UnmatchedWire>> {
  return transact(ctx.sql, async (tx) => {
    const decision = await lockBoth(tx, decisionUid)
    if (!decision.ok) return decision
    const { kept, ...decided } = decision.value
    const agreed = await agree(tx, by, decided)
    if (!agreed.ok) return agreed
    if (agreed.value) {
      const booked = await carryOut(tx, kept, decided)
      if (!booked.ok) return booked
    }
    return ok(await readUnmatched(tx, kept.uid, ctx.env.WITHDRAWAL_SECOND_PERSON_ABOVE))
  })
}

export function rejectUnmatched(
  ctx: Context,
  decisionUid: string,
  by: Administrator,
): Promise<Result<UnmatchedWire>> {
  return transact(ctx.sql, async (tx) => {
    const decision = await lockBoth(tx, decisionUid)
    if (!decision.ok) return decision
    const refused = await turnDown(tx, by, decision.value)
    if (!refused.ok) return refused
    return ok(await readUnmatched(tx, decision.value.kept.uid, ctx.env.WITHDRAWAL_SECOND_PERSON_ABOVE))
  })
}

/** The money first, then what was decided about it: the order in which it is decided. */
async function lockBoth(tx: Tx, decisionUid: string): Promise<Result<Decision & { kept: Kept }>> {
  const [about] = await tx<{ subject: string }[]>`
    select subject from private.money_decisions where uid = ${decisionUid} and about = 'unmatched'`
  if (!about) return refuse('decision_not_found')
  const kept = await lock(tx, about.subject)
  if (!kept.ok) return refuse('decision_decided')
  const decision = await lockDecision(tx, decisionUid)
  return decision ? ok({ ...decision, kept: kept.value }) : refuse('decision_not_found')
}

async function lock(tx: Tx, uid: string): Promise<Result<Kept>> {
  const [kept] = await tx<(Kept & { status: UnmatchedStatus })[]>`
    select id, uid, provider, amount, status from private.unmatched_money where uid = ${uid} for update`
  if (!kept) return refuse('unmatched_not_found')
  return UNMATCHED_TRANSITIONS[kept.status].length > 0 ? ok(kept) : refuse('unmatched_settled')
}

/** Somebody with a wallet on the chain who has not erased their account; the row is held until the money is theirs. */
async function findFan(tx: Tx, email: string): Promise<string | null> {
  const [fan] = await tx<{ uid: string }[]>`
    select uid from users
    where email = lower(${email}) and erased_at is null and wallet is not null
    for key share`
  return fan?.uid ?? null
}

async function carryOut(
  tx: Tx,
  { id, uid, provider, amount }: Kept,
  decision: Decision,
): Promise<Result<null>> {
  const { outcome, fan } = decision
  const [owner] = await tx<{ wallet: string | null }[]>`
    select wallet from users where uid = ${fan} and erased_at is null for key share`
  // Between the two people's words they may have gone.
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
  await closeDecision(tx, decision.id)
  if (fan === null) return ok(null)
  if (owner?.wallet) {
    await enqueueChain(tx, `unmatched:${uid}`, 'credit_balance', {
      wallet: owner.wallet,
      amount,
      reference: uid,
    })
  }
  await tell(tx, [{ fan, kind: 'deposit_credited', data: { amount } }])
  return ok(null)
}
