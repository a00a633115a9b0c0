/**
 * A payout that was given back, and that the provider paid all the same: charged to what its artist has to receive, or borne by
 * the house. The ledger's line has the name of any payout's, so that it is booked once, and compared like others.
 */
import * as v from 'valibot'
import type { LeftOutcome } from '#domain/money-decision.ts'
import { PAYOUT_TRANSITIONS } from '#domain/payout.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { centavos } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { account, post } from '../ledger/ledger.ts'
import { bookPayoutPaid, lockPayout, PAYOUTS, partsOf } from './decide-payout.ts'
import { exceedsPayable } from './payouts.ts'

const LATE = { ...PAYOUTS, transitions: PAYOUT_TRANSITIONS }
const lateRow = v.object({ person: v.string(), wallet: v.string(), amount: centavos, net: centavos })

/**
 * Who it went to, and how much, locked; undefined unless it was given back, and nothing of it is booked as paid.
 */
export async function findPayoutGivenBack(
  tx: Tx,
  uid: string,
): Promise<v.InferOutput<typeof lateRow> | undefined> {
  const payout = await lockPayout(tx, uid)
  if (payout?.status !== 'failed') return undefined
  const [booked] = await tx`select from ledger.transfers where id = ${`payout:${uid}:paid`}`
  return booked ? undefined : payout
}

/** Part of the transaction that decides it. Throws `no_overdraft` when there is not that much to receive any more. */
export async function bookPayoutLate(
  tx: Tx,
  uid: string,
  outcome: LeftOutcome,
  endToEndId: string,
): Promise<Result<unknown>> {
  const late = await findPayoutGivenBack(tx, uid)
  if (!late) return refuse('payout_decided')
  if (outcome === 'borne') {
    const line = { id: `payout:${uid}:paid`, kind: 'payout_paid', debit: account.disputeLosses }
    return ok(await post(tx, [{ ...line, credit: account.artistsPaid, amount: late.net }]))
  }
  const parts = await partsOf(tx, uid)
  await post(
    tx,
    parts.map(({ leg, from, amount }) => ({
      id: `${leg}:again`,
      kind: 'payout',
      debit: from,
      credit: account.payingOut,
      amount,
    })),
  )
  return (await exceedsPayable(tx, uid))
    ? refuse('payout_exceeds_payable')
    : bookPayoutPaid(tx, uid, endToEndId, LATE)
}
