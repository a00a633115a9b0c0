/** A person's purchases, bids, and the operators' notes about them. */
import * as v from 'valibot'
import { parseRows } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Page } from '../api/call.ts'
import { beyond, inOrder, type ListQuery, page } from '../back-office/list.ts'
import {
  type UserBidRowWire,
  type UserNoteWire,
  type UserTokenWire,
  userBidRowWire,
  userNoteWire,
  userTokenWire,
} from './contract.ts'

/** A list of one person's rows, without a search. */
export type UserList<Row> = (sql: Sql, uid: string, query: ListQuery) => Promise<Page<Row>>

const tokenRow = v.object({
  ...userTokenWire.entries,
  createdAt: v.date(),
  willExpireAt: v.nullable(v.date()),
})

export const tokensOf: UserList<UserTokenWire> = async (sql, uid, query) => {
  const id = sql`mints.id`
  const rows = parseRows(
    tokenRow,
    await sql`
      select mints.id, mints.uid, project_name as "projectName", units.number as unit, mints.amount, mints.status,
        status_song as "statusSong", revoked_for as "revokedFor", will_expire_at as "willExpireAt",
        mints.created_at as "createdAt", payments.uid as payment, payments.user_id <> mints.user_id as "isGift"
      from mints
      join projects on projects.id = mints.project_id
      join units on units.id = mints.unit_id
      join payments on payments.id = mints.payment_id
      where mints.user_id = ${uid} and ${beyond(sql, id, query)}
      ${inOrder(sql, id, query)}`,
  )
  return page(
    rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      willExpireAt: row.willExpireAt?.toISOString() ?? null,
    })),
    query,
  )
}

export const bidsOf: UserList<UserBidRowWire> = async (sql, uid, query) => {
  const id = sql`bids.id`
  const rows = parseRows(
    v.object({ ...userBidRowWire.entries, createdAt: v.date() }),
    await sql`
      select bids.id, project_name as "projectName", bids.amount, bids.status, bids.created_at as "createdAt",
        payments.uid as payment
      from bids
      join projects on projects.id = bids.project_id
      join payments on payments.id = bids.payment_id
      where bids.user_id = ${uid} and ${beyond(sql, id, query)}
      ${inOrder(sql, id, query)}`,
  )
  return page(rows.map(withDate), query)
}

export const notesOn: UserList<UserNoteWire> = async (sql, uid, query) => {
  const id = sql`notes.id`
  const rows = parseRows(
    v.object({ ...userNoteWire.entries, createdAt: v.date() }),
    await sql`
      select notes.id, coalesce(full_name, nickname, email) as admin, note, notes.created_at as "createdAt"
      from private.user_notes notes
      join users on users.uid = admin_id
      where user_id = ${uid} and ${beyond(sql, id, query)}
      ${inOrder(sql, id, query)}`,
  )
  return page(rows.map(withDate), query)
}

function withDate<Row extends { createdAt: Date }>(row: Row) {
  return { ...row, createdAt: row.createdAt.toISOString() }
}
