/** All registered users. */
import * as v from 'valibot'
import { csvTime, csvYesNo } from '../../platform/csv.ts'
import { parseRows } from '../../platform/db/rows.ts'
import { type AdminList, beyond, contains, inOrder, page } from '../back-office/list.ts'
import { type AdminUserWire, adminUserWire } from './contract.ts'

export const users: AdminList<AdminUserWire> = {
  async read(sql, query) {
    const id = sql`id`
    const text = sql`private.user_search(full_name, nickname, email)`
    const rows = parseRows(
      v.object({ ...adminUserWire.entries, createdAt: v.date() }),
      await sql`
        select id, uid, full_name as "fullName", nickname, email, wallet, photo_url as "photoUrl", provider,
          is_complete_profile as "isComplete", is_active as "isActive", created_at as "createdAt"
        from users
        where ${beyond(sql, id, query)} and ${query.search ? contains(sql, text, query) : sql`true`}
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
    createdAt: ({ createdAt }) => csvTime(createdAt),
  },
}
