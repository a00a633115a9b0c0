/** A fan's requests to be paid out. */

import type { Sql, Tx } from '../../platform/db/sql.ts'
import type { Page } from '../api/call.ts'
import type { WithdrawalWire } from './contract.ts'

type Row = Omit<WithdrawalWire, 'createdAt' | 'endedAt'> & {
  id: number
  createdAt: Date
  endedAt: Date | null
}

const columns = (sql: Sql | Tx) => sql`
  id, uid, pix_key_type as "pixKeyType", pix_key as "pixKey", amount, status, reason,
  end_to_end_id as "endToEndId",
  created_at as "createdAt", ended_at as "endedAt"`

function toWire({ id: _, createdAt, endedAt, ...row }: Row): WithdrawalWire {
  return { ...row, createdAt: createdAt.toISOString(), endedAt: endedAt?.toISOString() ?? null }
}

/** The request `uid`, which exists. */
export async function readWithdrawal(sql: Sql | Tx, uid: string): Promise<WithdrawalWire> {
  const [row] = await sql<Row[]>`select ${columns(sql)} from redeem_balance where uid = ${uid}`
  if (!row) throw new Error(`withdrawal ${uid} does not exist`)
  return toWire(row)
}

/** One page of the fan's requests, newest first. */
export async function listWithdrawals(
  sql: Sql,
  fanUid: string,
  page: { limit: number; after: number | null },
): Promise<Page<WithdrawalWire>> {
  const rows = await sql<Row[]>`
    select ${columns(sql)}
    from redeem_balance
    where user_id = ${fanUid} and id < ${page.after ?? Number.MAX_SAFE_INTEGER}
    order by id desc
    limit ${page.limit + 1}`
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return { data: shown.map(toWire), next: rows.length > page.limit && last ? String(last.id) : null }
}

/** What the provider is to pay for the request `uid`; null unless it is approved and not yet over. */
export async function approvedWithdrawal(
  sql: Sql,
  uid: string,
): Promise<{ uid: string; amount: number; key: string } | null> {
  const [row] = await sql<{ uid: string; amount: number; key: string }[]>`
    select uid, amount, pix_key as key from redeem_balance where uid = ${uid} and status = 'approved'`
  return row ?? null
}
