/**
 * A withdrawal that was given back, and that the provider paid all the same: charged to its fan, or borne by the house. The
 * ledger's line has the name of any withdrawal's, so that it is booked once, and compared with the provider like others.
 */
import * as v from 'valibot'
import type { LeftOutcome } from '#domain/money-decision.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { WITHDRAWAL_TRANSITIONS } from '#domain/withdrawal.ts'
import { enqueueChain } from '../../platform/chain-operations.ts'
import { centavos, parseRow } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { step } from '../approvals/decide.ts'
import { account, post } from '../ledger/ledger.ts'
import { notifyFans } from '../outbox.ts'
import { WITHDRAWALS } from './decide-withdrawal.ts'

const LATE = { ...WITHDRAWALS, transitions: WITHDRAWAL_TRANSITIONS }
const lateRow = v.object({ fan: v.string(), amount: centavos })

/** Whose it is, and how much, locked; undefined unless it was given back, and nothing of it is booked as paid. */
export async function findWithdrawalGivenBack(
  tx: Tx,
  uid: string,
): Promise<v.InferOutput<typeof lateRow> | undefined> {
  return parseRow(
    lateRow,
    await tx`
      select user_id as fan, amount from redeem_balance
      where uid = ${uid} and status = 'failed'
        and not exists (select from ledger.transfers where id = 'withdrawal:' || redeem_balance.uid)
      for update`,
  )
}

/** Part of the transaction that decides it. Throws `no_overdraft` when its fan no longer has the money. */
export async function bookWithdrawalLate(
  tx: Tx,
  uid: string,
  outcome: LeftOutcome,
  endToEndId: string,
): Promise<Result<unknown>> {
  const late = await findWithdrawalGivenBack(tx, uid)
  if (!late) return refuse('withdrawal_decided')
  const { fan, amount } = late
  const line = { id: `withdrawal:${uid}`, kind: 'withdrawal', credit: account.paidOut, amount }
  if (outcome === 'borne') return ok(await post(tx, [{ ...line, debit: account.disputeLosses }]))
  return step(tx, LATE, uid, 'paid', { end_to_end_id: endToEndId }, async ({ wallet }, endedAt) => {
    if (wallet === null) return refuse('user_not_found')
    await post(tx, [{ ...line, debit: account.available(fan) }])
    await enqueueChain(tx, `debit:${uid}`, 'debit_balance', { wallet, amount, reference: uid })
    const data = { amount, endToEndId, paidAt: endedAt?.toISOString() ?? '' }
    return ok(await notifyFans(tx, [{ fan, kind: 'withdrawal_paid', data }]))
  })
}
