/**
 * What becomes of a withdrawal: approved, then paid or failed; rejected; or cancelled by its fan. Each is one step of
 * domain/withdrawal.ts, and each ends or keeps the hold in the same transaction. Deciding the same again changes
 * nothing; deciding otherwise is refused, so of decisions that race one counts.
 */
import { ok, type Result, refuse } from '#domain/result.ts'
import { mayBecome } from '#domain/transitions.ts'
import { WITHDRAWAL_TRANSITIONS, type WithdrawalStatus } from '#domain/withdrawal.ts'
import { type Administrator, audit } from '../../platform/audit.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { account, balanceOf, postHold, voidHold } from '../../platform/ledger.ts'
import { enqueueChain, enqueueJob, tell } from '../../platform/outbox.ts'
import type { ApprovedWithdrawalWire, WithdrawalWire } from './contract.ts'
import { readWithdrawal } from './withdrawals.ts'

type Row = { id: number; uid: string; fan: string; wallet: string; amount: number; status: WithdrawalStatus }

/**
 * An administrator agrees that the payment goes out. Above `aloneUpTo` centavos it goes only once another one has agreed
 * too, and nobody agrees to a request of their own. From then on the fan can no longer cancel.
 */
export function approveWithdrawal(
  sql: Sql,
  uid: string,
  by: Administrator,
  aloneUpTo: number,
): Promise<Result<ApprovedWithdrawalWire>> {
  return transact(sql, async (tx) => {
    const row = await lockWithdrawal(tx, uid)
    if (!row) return refuse('withdrawal_not_found')
    if (row.status === 'approved') {
      return ok({ ...(await readWithdrawal(tx, uid)), counts: await hasApproved(tx, row.id, by) })
    }
    if (!mayBecome(WITHDRAWAL_TRANSITIONS, row.status, 'approved')) return refuse('withdrawal_decided')
    if (row.fan === by.uid) return refuse('own_withdrawal')
    // A dispute came after it was asked for: what is held now answers for that.
    if ((await balanceOf(tx, row.fan)).available < 0) return refuse('wallet_overdrawn')
    const added = await tx`
      insert into private.withdrawal_approvals (withdrawal_id, admin_id) values (${row.id}, ${by.uid})
      on conflict do nothing`
    if (added.count === 0) return refuse('second_person_due')
    const approvals = await countApprovals(tx, row.id)
    const isEnough = approvals >= (row.amount > aloneUpTo ? 2 : 1)
    const status = isEnough ? 'approved' : row.status
    await audit(tx, by, {
      action: 'withdrawal.approve',
      subject: uid,
      before: { status: row.status, approvals: approvals - 1 },
      after: { status, approvals, amount: row.amount },
    })
    if (isEnough) {
      await tx`update redeem_balance set status = 'approved' where id = ${row.id}`
      await enqueueJob(tx, 'pay-out-withdrawal', { uid }, { jobKey: `pay-out:${uid}` })
    }
    return ok({ ...(await readWithdrawal(tx, uid)), counts: true })
  })
}

/** The money has left, under the name `endToEndId` in the PIX network. */
export function payWithdrawal(sql: Sql, uid: string, endToEndId: string): Promise<Result<WithdrawalWire>> {
  return transact(sql, (tx) => bookPaid(tx, uid, endToEndId))
}

/** The hold is paid out, and the chain's mirror of the wallet burns as much. Part of a larger transaction. */
export function bookPaid(tx: Tx, uid: string, endToEndId: string): Promise<Result<WithdrawalWire>> {
  return decide(tx, { uid, becomes: 'paid', endToEndId }, async ({ fan, wallet, amount }, endedAt) => {
    await postHold(tx, `withdrawal:${uid}`, {
      transfer: `withdrawal:${uid}`,
      kind: 'withdrawal',
      account: account.paidOut,
      amount,
    })
    await enqueueChain(tx, `debit:${uid}`, 'debit_balance', { wallet, amount, reference: uid })
    const data = { amount, endToEndId, paidAt: endedAt?.toISOString() ?? '' }
    await tell(tx, [{ fan, kind: 'withdrawal_paid', data }])
  })
}

/** The house says no, and the money is free again. `reason` is told to the fan. */
export function rejectWithdrawal(
  sql: Sql,
  uid: string,
  reason: string,
  by: Administrator,
): Promise<Result<WithdrawalWire>> {
  return transact(sql, (tx) =>
    decide(tx, { uid, becomes: 'rejected', reason }, async ({ fan, amount, status }) => {
      await voidHold(tx, `withdrawal:${uid}`)
      await audit(tx, by, {
        action: 'withdrawal.reject',
        subject: uid,
        before: { status },
        after: { status: 'rejected', reason, amount },
      })
      await tell(tx, [{ fan, kind: 'withdrawal_rejected', data: { amount, reason } }])
    }),
  )
}

/** The bank did not take the payment, and the money is free again. `reason` is kept for the operator. */
export function failWithdrawal(sql: Sql, uid: string, reason: string): Promise<Result<WithdrawalWire>> {
  return transact(sql, (tx) => bookFailed(tx, uid, reason))
}

/** Part of a larger transaction. */
export function bookFailed(tx: Tx, uid: string, reason: string): Promise<Result<WithdrawalWire>> {
  return decide(tx, { uid, becomes: 'failed', reason }, async ({ fan, amount }) => {
    await voidHold(tx, `withdrawal:${uid}`)
    await tell(tx, [{ fan, kind: 'withdrawal_failed', data: { amount } }])
  })
}

/** The fan changes their mind before anybody has decided. Somebody else's request is one that is not there. */
export function cancelWithdrawal(sql: Sql, fan: string, uid: string): Promise<Result<WithdrawalWire>> {
  return transact(sql, (tx) =>
    decide(tx, { uid, becomes: 'cancelled', fan }, () => voidHold(tx, `withdrawal:${uid}`)),
  )
}

type Decision = {
  uid: string
  becomes: WithdrawalStatus
  reason?: string
  endToEndId?: string
  fan?: string
}

async function decide(
  tx: Tx,
  { uid, becomes, reason, endToEndId, fan }: Decision,
  carryOut: (row: Row, endedAt: Date | null) => Promise<void>,
): Promise<Result<WithdrawalWire>> {
  const row = await lockWithdrawal(tx, uid)
  if (!row || (fan !== undefined && row.fan !== fan)) return refuse('withdrawal_not_found')
  if (row.status === becomes) return ok(await readWithdrawal(tx, uid))
  if (!mayBecome(WITHDRAWAL_TRANSITIONS, row.status, becomes)) return refuse('withdrawal_decided')
  const isOver = WITHDRAWAL_TRANSITIONS[becomes].length === 0
  const [decided] = await tx<{ endedAt: Date | null }[]>`
    update redeem_balance
    set status = ${becomes}, reason = ${reason ?? null}, end_to_end_id = ${endToEndId ?? null},
      ended_at = ${isOver ? tx`clock_timestamp()` : null}
    where id = ${row.id}
    returning ended_at as "endedAt"`
  await carryOut(row, decided?.endedAt ?? null)
  return ok(await readWithdrawal(tx, uid))
}

async function lockWithdrawal(tx: Tx, uid: string): Promise<Row | undefined> {
  const [row] = await tx<Row[]>`
    select redeem_balance.id, redeem_balance.uid, user_id as fan, wallet, amount, status
    from redeem_balance
    join users on users.uid = redeem_balance.user_id
    where redeem_balance.uid = ${uid}
    for update of redeem_balance`
  return row
}

async function hasApproved(tx: Tx, withdrawalId: number, by: Administrator): Promise<boolean> {
  const rows = await tx`
    select from private.withdrawal_approvals where withdrawal_id = ${withdrawalId} and admin_id = ${by.uid}`
  return rows.length > 0
}

async function countApprovals(tx: Tx, withdrawalId: number): Promise<number> {
  const [row] = await tx<{ approvals: number }[]>`
    select count(*) as approvals from private.withdrawal_approvals where withdrawal_id = ${withdrawalId}`
  return row?.approvals ?? 0
}
