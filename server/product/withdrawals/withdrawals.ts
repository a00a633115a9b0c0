/** A fan's withdrawals. */
import * as v from 'valibot'
import { centavos, parseRow, parseRows, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import type { Page } from '../api/call.ts'
import { instants, toWire } from '../approvals/approvals.ts'
import { type WithdrawalWire, withdrawalWire } from './contract.ts'

const withdrawalRow = v.object({ ...withdrawalWire.entries, ...instants.entries, id: rowId })

const columns = (sql: Sql | Tx) => sql`
  id, uid, pix_key_type as "pixKeyType", pix_key as "pixKey", amount, status, reason,
  end_to_end_id as "endToEndId",
  created_at as "createdAt", ended_at as "endedAt"`

const present = ({ id: _, ...row }: v.InferOutput<typeof withdrawalRow>): WithdrawalWire => toWire(row)

/** The request `uid`, which exists. */
export async function readWithdrawal(sql: Sql | Tx, uid: string): Promise<WithdrawalWire> {
  const row = parseRow(
    withdrawalRow,
    await sql`select ${columns(sql)} from redeem_balance where uid = ${uid}`,
  )
  if (!row) throw new Error(`withdrawal ${uid} does not exist`)
  return present(row)
}

/** One page of the fan's requests, newest first. */
export async function listWithdrawals(
  sql: Sql,
  fanUid: string,
  page: { limit: number; after: number | null },
): Promise<Page<WithdrawalWire>> {
  const rows = parseRows(
    withdrawalRow,
    await sql`
      select ${columns(sql)}
      from redeem_balance
      where user_id = ${fanUid} and id < ${page.after ?? Number.MAX_SAFE_INTEGER}
      order by id desc
      limit ${page.limit + 1}`,
  )
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return { data: shown.map(present), next: rows.length > page.limit && last ? String(last.id) : null }
}

/** The provider's instructions for the request `uid`; null unless it is approved and not finished. */
export async function approvedWithdrawal(
  sql: Sql,
  uid: string,
): Promise<{ uid: string; amount: number; key: string } | null> {
  const row = parseRow(
    v.object({ uid: v.string(), amount: centavos, key: v.string() }),
    await sql`
      select uid, amount, pix_key as key from redeem_balance where uid = ${uid} and status = 'approved'`,
  )
  return row ?? null
}
