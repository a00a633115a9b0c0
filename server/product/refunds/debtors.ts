/** Everybody whose wallet is below zero, and by how much. */
import * as v from 'valibot'
import { csvAmount, csvTime } from '../../platform/csv.ts'
import { parseRows } from '../../platform/db/rows.ts'
import { sentBy } from '../back-office/by-person.ts'
import { within } from '../back-office/filters.ts'
import { type AdminList, beyond, inOrder, page } from '../back-office/list.ts'
import { peopleNamed } from '../back-office/matches.ts'
import { type DebtorWire, debtorWire } from './wire.ts'

const debtorRow = v.object({ ...debtorWire.entries, disputedAt: v.nullable(v.date()) })

export const debtors: AdminList<DebtorWire> = {
  async read(sql, query) {
    const id = sql`accounts.id`
    const people = query.search ? await peopleNamed(sql, query) : []
    const rows = parseRows(
      debtorRow,
      await sql`
        select accounts.id, overdraft as owed, (
            select max(opened_at) from private.disputes where user_id = users.uid and status <> 'won'
          ) as "disputedAt",
          json_build_object(
            'uid', users.uid, 'fullName', full_name, 'nickname', nickname, 'email', email, 'photoUrl', photo_url
          ) as user
        from ledger.accounts
        join users on users.uid = split_part(code, ':', 2)::uuid
        where overdraft > 0
          and ${within(sql, query.filters, { amount: sql`overdraft`, person: sql`users.uid` })}
          and ${beyond(sql, id, query)} and ${sentBy(sql, sql`users.uid`, query, people)}
        ${inOrder(sql, id, query)}`,
    )
    return page(
      rows.map((row) => ({ ...row, disputedAt: row.disputedAt?.toISOString() ?? null })),
      query,
    )
  },
  columns: {
    uid: ({ user }) => user.uid,
    name: ({ user }) => user.fullName ?? '',
    email: ({ user }) => user.email,
    debt: ({ owed }, language) => csvAmount(owed, language),
    disputedAt: ({ disputedAt }, language) => (disputedAt ? csvTime(disputedAt, language) : ''),
  },
}
