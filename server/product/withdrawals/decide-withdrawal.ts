/**
 * The life of a withdrawal: approved, then paid or failed; rejected; or cancelled by its fan. Each is one step of
 * domain/withdrawal.ts, and each ends or keeps the hold in the same transaction.
 */
import * as v from 'valibot'
import { ok, type Result } from '#domain/result.ts'
import { WITHDRAWAL_STATUSES, WITHDRAWAL_STEPS, type WithdrawalStatus } from '#domain/withdrawal.ts'
import type { Actor } from '../../platform/audit.ts'
import { enqueueChain } from '../../platform/chain-operations.ts'
import { centavos, parseRow, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { type Approval, approve, auditAs, hasApproved, reject, step } from '../approvals/decide.ts'
import { approvalsOfOutflow, NO_LIMIT } from '../approvals/outflow.ts'
import type { WrittenWire } from '../back-office/contract.ts'
import { previewWritten } from '../back-office/read-written.ts'
import { account, balanceOf, postHold, voidHold } from '../ledger/ledger.ts'
import { enqueueJob, notifyFans } from '../outbox.ts'
import type { ApprovedWithdrawalWire, WithdrawalWire } from './contract.ts'
import { readWithdrawal } from './withdrawals.ts'

const lockedRow = v.object({
  id: rowId,
  uid: v.string(),
  fan: v.string(),
  /** Null once its fan has been erased. */
  wallet: v.nullable(v.string()),
  pixKey: v.string(),
  amount: centavos,
  status: v.picklist(WITHDRAWAL_STATUSES),
})
type Row = v.InferOutput<typeof lockedRow>

export const WITHDRAWALS: Approval<WithdrawalStatus, Row, WithdrawalWire> = {
  table: 'redeem_balance',
  transitions: WITHDRAWAL_STEPS,
  lock: lockWithdrawal,
  read: readWithdrawal,
  approvals: { table: 'private.withdrawal_approvals', of: 'withdrawal_id' },
  approved: ['approved'],
  refusals: { unknown: 'withdrawal_not_found', decided: 'withdrawal_decided', own: 'own_withdrawal' },
  isOwn: ({ fan }, by) => fan === by.uid,
  // A dispute came after it was requested: what is held now answers for that.
  obstacle: async (tx, { fan }) => ((await balanceOf(tx, fan)).available < 0 ? 'payee_overdrawn' : null),
  note: auditAs('withdrawal'),
}

/**
 * An administrator approves the payment; if it makes the outflow of a day more than `limit` centavos, it is sent only
 * once another one has approved too. From then on the fan can no longer cancel. `counts`: whether theirs is one of the approvals that sent it.
 */
export function approveWithdrawal(
  sql: Sql,
  uid: string,
  by: Actor,
  limit: number,
): Promise<Result<ApprovedWithdrawalWire>> {
  return transact(sql, async (tx) => {
    const approved = await approveIn(tx, uid, by, limit)
    if (!approved.ok) return approved
    return ok({ ...approved.value, counts: await hasApproved(tx, WITHDRAWALS, uid, by) })
  })
}

/** What it writes into the ledger once it is paid, whoever else has to agree. It changes nothing. */
export function previewApprovedWithdrawal(sql: Sql, uid: string, by: Actor): Promise<Result<WrittenWire>> {
  return previewWritten(sql, async (tx) => {
    const approved = await approveIn(tx, uid, by, NO_LIMIT)
    // A name that no payment has, in the form that all names have.
    return approved.ok ? bookWithdrawalPaid(tx, uid, uid.replaceAll('-', '')) : approved
  })
}

function approveIn(tx: Tx, uid: string, by: Actor, limit: number): Promise<Result<WithdrawalWire>> {
  return approve(
    tx,
    WITHDRAWALS,
    uid,
    { by, due: ({ fan, ...row }) => approvalsOfOutflow(tx, { ...row, person: fan }, { by, limit }) },
    async () => ok(await enqueueJob(tx, 'pay-out-withdrawal', { uid }, { jobKey: `pay-out:${uid}` })),
  )
}

/** The money has left, with the id `endToEndId` in the PIX network: pays out the hold, and burns as much in the chain's mirror of the wallet. Part of a larger transaction. */
export function bookWithdrawalPaid(tx: Tx, uid: string, endToEndId: string): Promise<Result<WithdrawalWire>> {
  const details = { end_to_end_id: endToEndId }
  return step(tx, WITHDRAWALS, uid, 'paid', details, async ({ fan, wallet, amount }, endedAt) => {
    if (wallet === null) throw new Error(`the fan of withdrawal ${uid} has no wallet`)
    await postHold(tx, `withdrawal:${uid}`, {
      transfer: `withdrawal:${uid}`,
      kind: 'withdrawal',
      account: account.paidOut,
      amount,
    })
    await enqueueChain(tx, `debit:${uid}`, 'debit_balance', { wallet, amount, reference: uid })
    const data = { amount, endToEndId, paidAt: endedAt?.toISOString() ?? '' }
    return ok(await notifyFans(tx, [{ fan, kind: 'withdrawal_paid', data }]))
  })
}

/** The platform rejects it, and the money is available again. `reason` is shown to the fan. */
export function rejectWithdrawal(
  sql: Sql,
  uid: string,
  reason: string,
  by: Actor,
): Promise<Result<WithdrawalWire>> {
  return transact(sql, (tx) =>
    reject(tx, WITHDRAWALS, uid, { by, reason }, async ({ fan, amount }) => {
      await voidHold(tx, `withdrawal:${uid}`)
      return ok(await notifyFans(tx, [{ fan, kind: 'withdrawal_rejected', data: { amount, reason } }]))
    }),
  )
}

/** The bank refused the payment, and the money is available again. `reason` is kept for the operator. Part of a larger transaction. */
export function bookWithdrawalFailed(tx: Tx, uid: string, reason: string): Promise<Result<WithdrawalWire>> {
  return step(tx, WITHDRAWALS, uid, 'failed', { reason }, async ({ fan, amount }) => {
    await voidHold(tx, `withdrawal:${uid}`)
    return ok(await notifyFans(tx, [{ fan, kind: 'withdrawal_failed', data: { amount } }]))
  })
}

/** The fan cancels before anybody has decided. Somebody else's request is treated as missing. */
export function cancelWithdrawal(sql: Sql, fan: string, uid: string): Promise<Result<WithdrawalWire>> {
  return transact(sql, (tx) => {
    const theirs = { ...WITHDRAWALS, lock: () => lockWithdrawal(tx, uid, fan) }
    return step(tx, theirs, uid, 'cancelled', {}, async () => ok(await voidHold(tx, `withdrawal:${uid}`)))
  })
}

/** With `fan`, only where it is theirs. */
async function lockWithdrawal(tx: Tx, uid: string, fan?: string): Promise<Row | undefined> {
  return parseRow(
    lockedRow,
    await tx`
      select redeem_balance.id, redeem_balance.uid, user_id as fan, wallet, pix_key as "pixKey", amount, status
      from redeem_balance
      join users on users.uid = redeem_balance.user_id
      where redeem_balance.uid = ${uid} ${fan === undefined ? tx`` : tx`and user_id = ${fan}`}
      for update of redeem_balance`,
  )
}
