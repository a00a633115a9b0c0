/** POST /redeem-balance: requests a withdrawal, and holds its money in the same transaction. */
import * as v from 'valibot'
import { normalisePixKey, type PixKeyType } from '#domain/pix-key.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { isWorthWithdrawing, WITHDRAWALS_WAITING } from '#domain/withdrawal.ts'
import { parseSoleRow } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { claimKey, storeAnswer } from '../../platform/idempotency.ts'
import { balanceOf, hold } from '../ledger/ledger.ts'
import { notifyFans } from '../outbox.ts'
import type { WithdrawalWire } from './contract.ts'
import { readWithdrawal } from './withdrawals.ts'

export type WithdrawalRequest = {
  pixKeyType: PixKeyType
  /** As the fan typed it. */
  pixKey: string
  /** Centavos. */
  amount: number
  key: string | null
  requestHash: string
}

export async function requestWithdrawal(
  sql: Sql,
  fanUid: string,
  request: WithdrawalRequest,
): Promise<Result<WithdrawalWire>> {
  const { pixKeyType, amount } = request
  return transact(
    sql,
    async (tx) => {
      const claim = await claimKey(tx, fanUid, request.key, request.requestHash)
      if (claim.kind === 'mismatch') return refuse('key_reused')
      if (claim.kind === 'replay') return ok(claim.answer.body as WithdrawalWire)

      const pixKey = normalisePixKey(pixKeyType, request.pixKey)
      if (pixKey === null) return refuse('pix_key_invalid')
      const { available } = await balanceOf(tx, fanUid)
      if (available < 0) return refuse('wallet_overdrawn')
      if (!isWorthWithdrawing(amount, available)) return refuse('withdrawal_too_small')
      const row = parseSoleRow(
        v.object({ uid: v.string() }),
        await tx`
          insert into redeem_balance (user_id, pix_key_type, pix_key, amount)
          values (${fanUid}, ${pixKeyType}, ${pixKey}, ${amount})
          returning uid`,
      )
      await hold(tx, { id: `withdrawal:${row.uid}`, fan: fanUid, amount, reason: 'withdrawal' })
      // The hold has locked the fan's account: no two are counted at once.
      if ((await countWaiting(tx, fanUid)) > WITHDRAWALS_WAITING) return refuse('withdrawals_limit')
      await notifyFans(tx, [{ fan: fanUid, kind: 'withdrawal_requested', data: { amount } }])
      const answer = await readWithdrawal(tx, row.uid)
      await storeAnswer(tx, fanUid, request.key, { status: 201, body: answer })
      return ok(answer)
    },
    { no_overdraft: 'withdrawal_exceeds_balance' },
  )
}

async function countWaiting(tx: Tx, fanUid: string): Promise<number> {
  return (await tx`select from redeem_balance where user_id = ${fanUid} and status = 'requested'`).length
}
