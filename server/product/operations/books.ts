/** How payments on their way out are booked, by the capability that each belongs to. */
import * as v from 'valibot'
import { type LeftOutcome, type Outgoing, storedPixFailure } from '#domain/money-decision.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import type { Actor } from '../../platform/audit.ts'
import { parseRow } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import type { Decision } from '../approvals/money-decisions.ts'
import {
  bookPayoutFailed,
  bookPayoutLate,
  bookPayoutPaid,
  findPayoutGivenBack,
  isArtist,
} from '../artists/public.ts'
import { applyCardRefund, bookElsewhere, findElsewhere, REFUND_CONSTRAINTS } from '../refunds/public.ts'
import {
  bookWithdrawalFailed,
  bookWithdrawalLate,
  bookWithdrawalPaid,
  findWithdrawalGivenBack,
} from '../withdrawals/public.ts'

type Context = Pick<ServerContext, 'sql' | 'env'>
/** The reason of a payment that was given back by hand: the note behind it is internal. */
export const GIVEN_BACK = storedPixFailure('given_back')
/** What the database says where money that left cannot be booked. */
export const LEFT_CONSTRAINTS = REFUND_CONSTRAINTS

/** Books the end in the transaction that decides it. Refused where a job was faster. */
export async function bookEnd(ctx: Context, tx: Tx, decision: Decision): Promise<Result<unknown>> {
  const { about, subject: uid, outcome, reference, note } = decision
  const name = reference ?? ''
  if (about === 'refund') {
    const status = outcome === 'paid' ? 'done' : 'failed'
    const failure = outcome === 'paid' ? null : note
    const isBooked = await applyCardRefund(ctx.env, tx, uid, { providerId: reference, status, failure })
    return isBooked ? ok(null) : refuse('refund_decided')
  }
  if (about === 'withdrawal') {
    return outcome === 'paid' ? bookWithdrawalPaid(tx, uid, name) : bookWithdrawalFailed(tx, uid, GIVEN_BACK)
  }
  return outcome === 'paid' ? bookPayoutPaid(tx, uid, name) : bookPayoutFailed(tx, uid, GIVEN_BACK, reference)
}

/** Nobody decides about a payout to themselves. */
export async function isOwnPayout(
  tx: Tx,
  { artistId }: { artistId: number | null },
  by: Actor,
): Promise<boolean> {
  if (artistId === null) return false
  const artist = parseRow(
    v.object({ wallet: v.string() }),
    await tx`select wallet from private.artists where id = ${artistId}`,
  )
  return artist !== undefined && isArtist(tx, by, artist.wallet)
}

/** What left, in centavos, and to whom: a fan's uid, or an artist's wallet. `found` is its name in a comparison. */
export type Left = {
  amount: number
  person: string
  fan: string | null
  artist: string | null
  found: string
}

/** What left and is not booked yet, locked until the transaction ends. */
export async function findLeft(tx: Tx, kind: Outgoing, uid: string): Promise<Left | undefined> {
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

/** Whether it went to whoever decides. */
export async function isOwnLeft(tx: Tx, { fan, artist }: Left, by: Actor): Promise<boolean> {
  return artist === null ? fan === by.uid : isArtist(tx, by, artist)
}

/** Books it in the transaction that decides it. */
export function bookLeft(
  ctx: Context,
  tx: Tx,
  { about, subject, outcome, reference }: Decision,
): Promise<Result<unknown>> {
  const decided = outcome as LeftOutcome
  if (about === 'refund') return bookElsewhere(ctx.env, tx, subject, decided)
  const book = about === 'payout' ? bookPayoutLate : bookWithdrawalLate
  return book(tx, subject, decided, reference ?? '')
}
