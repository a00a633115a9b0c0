/** Written-off debts, as the back office sees them. */
import * as v from 'valibot'
import { csvAmount, csvTime } from '../../platform/csv.ts'
import { centavos, parseRow, parseRows, parseSoleRow } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { approvalsIn, instants, toWire } from '../approvals/approvals.ts'
import { sentBy } from '../back-office/by-person.ts'
import { within } from '../back-office/filters.ts'
import { type AdminList, beyond, inOrder, page } from '../back-office/list.ts'
import { peopleNamed } from '../back-office/matches.ts'
import { type WaitingWriteOffWire, type WriteOffWire, waitingWriteOffWire, writeOffWire } from './wire.ts'

const writeOffRow = v.object({ ...writeOffWire.entries, ...instants.entries })
const waitingWriteOffRow = v.object({ ...waitingWriteOffWire.entries, ...instants.entries })

/** Nobody has more write-offs. */
const MOST = 100

const columns = (sql: Sql | Tx) => sql`
  write_offs.id, write_offs.uid, amount, reason, status, write_offs.created_at as "createdAt", ended_at as "endedAt",
  ${approvalsIn(sql, {
    table: sql`private.write_off_approvals`,
    condition: sql`write_off_id = write_offs.id`,
    subject: sql`write_offs.uid`,
    waits: sql`write_offs.status = 'requested'`,
  })} as approvals`

/** The write-off `uid`, which exists. */
export async function readWriteOff(sql: Sql | Tx, uid: string): Promise<WriteOffWire> {
  const row = parseRow(
    writeOffRow,
    await sql`select ${columns(sql)} from private.write_offs where uid = ${uid}`,
  )
  if (!row) throw new Error(`write-off ${uid} does not exist`)
  return toWire(row)
}

/** Those of one person, newest first. */
export async function writeOffsOf(sql: Sql, fan: string): Promise<WriteOffWire[]> {
  const rows = parseRows(
    writeOffRow,
    await sql`
      select ${columns(sql)} from private.write_offs where user_id = ${fan} order by id desc limit ${MOST}`,
  )
  return rows.map(toWire)
}

/** What the platform has written off of one person's debts, or is about to, in centavos. */
export async function givenUpOf(sql: Sql | Tx, fan: string): Promise<number> {
  const row = parseSoleRow(
    v.object({ amount: centavos }),
    await sql`
      select coalesce(sum(amount), 0)::bigint as amount
      from private.write_offs where user_id = ${fan} and status <> 'rejected'`,
  )
  return row.amount
}

/** Those that wait for a second person. */
export const waitingWriteOffs: AdminList<WaitingWriteOffWire> = {
  async read(sql, query) {
    const id = sql`write_offs.id`
    const people = query.search ? await peopleNamed(sql, query) : []
    const rows = parseRows(
      waitingWriteOffRow,
      await sql`
        select ${columns(sql)},
          json_build_object(
            'uid', users.uid, 'fullName', full_name, 'nickname', nickname, 'email', email, 'photoUrl', photo_url
          ) as user
        from private.write_offs
        join users on users.uid = write_offs.user_id
        where status = 'requested'
          and ${within(sql, query.filters, { at: sql`write_offs.created_at`, amount: sql`amount`, person: sql`write_offs.user_id` })}
          and ${beyond(sql, id, query)} and ${sentBy(sql, sql`write_offs.user_id`, query, people)}
        ${inOrder(sql, id, query)}`,
    )
    return page(rows.map(toWire), query)
  },
  columns: {
    uid: ({ uid }) => uid,
    name: ({ user }) => user.fullName ?? '',
    email: ({ user }) => user.email,
    amount: ({ amount }, language) => csvAmount(amount, language),
    reason: ({ reason }) => reason,
    approvals: ({ approvals }) => approvals.map(({ email }) => email).join(', '),
    requestedAt: ({ createdAt }, language) => csvTime(createdAt, language),
  },
}
