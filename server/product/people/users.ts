/** All registered users. */
import * as v from 'valibot'
import { csvTime, csvYesNo } from '../../platform/csv.ts'
import { parseRows } from '../../platform/db/rows.ts'
import type { Fragment, Sql } from '../../platform/db/sql.ts'
import { within } from '../back-office/filters.ts'
import { type AdminList, beyond, contains, inOrder, page } from '../back-office/list.ts'
import { peopleNamed } from '../back-office/matches.ts'
import { type AdminUserWire, adminUserWire } from './contract.ts'

export const users: AdminList<AdminUserWire> = {
  async read(sql, query) {
    const id = sql`id`
    const text = sql`private.user_search(full_name, nickname, email)`
    const people = query.search ? await peopleNamed(sql, query) : []
    const isNamed = people === null ? contains(sql, text, query) : sql`uid = any (${people}::uuid[])`
    const rows = parseRows(
      v.object({ ...adminUserWire.entries, createdAt: v.date() }),
      await sql`
        select id, uid, full_name as "fullName", nickname, email, wallet, photo_url as "photoUrl", provider,
          is_complete_profile as "isComplete", is_active as "isActive",
          erased_at is not null as "isErased", created_at as "createdAt"
        from users
        where ${beyond(sql, id, query)} and ${query.search ? isNamed : sql`true`}
          and ${inState(sql, query.filters.status)} and ${within(sql, query.filters, { at: sql`created_at` })}
        ${inOrder(sql, id, query)}`,
    )
    return page(
      rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
      query,
    )
  },
  columns: {
    uid: ({ uid }) => uid,
    name: ({ fullName }) => fullName ?? '',
    nickname: ({ nickname }) => nickname ?? '',
    email: ({ email }) => email,
    wallet: ({ wallet }) => wallet ?? '',
    provider: ({ provider }) => provider,
    isComplete: ({ isComplete }, language) => csvYesNo(isComplete, language),
    isActive: ({ isActive }, language) => csvYesNo(isActive, language),
    createdAt: ({ createdAt }, language) => csvTime(createdAt, language),
  },
}

function inState(sql: Sql, state: string | null | undefined): Fragment {
  switch (state) {
    case 'complete':
      return sql`is_complete_profile and is_active`
    case 'incomplete':
      return sql`not is_complete_profile and erased_at is null`
    case 'inactive':
      return sql`not is_active and erased_at is null`
    case 'erased':
      return sql`erased_at is not null`
    case 'admin':
      return sql`role = 'admin'`
    default:
      return sql`true`
  }
}
