/** What administrators did. */
import { isSearchable } from '#domain/search.ts'
import type { AuditWire } from '#domain/wire/admin-logs.ts'
import { csvTime } from '../../csv.ts'
import { deedsIn } from './deed-terms.ts'
import { type AdminList, beyond, contains, inOrder, page } from './list.ts'

export const auditTrail: AdminList<AuditWire> = {
  async read(sql, query) {
    const id = sql`actions.id`
    const text = sql`private.action_search(action, subject)`
    // Numbers of requests and jobs are short, and meant whole.
    const meant = isSearchable(query.search)
      ? deedsIn(query.search).reduce(
          (either, search) => sql`${either} or ${contains(sql, text, { ...query, search })}`,
          contains(sql, text, query),
        )
      : sql`subject = ${query.search}`
    const rows = await sql<(Omit<AuditWire, 'createdAt'> & { createdAt: Date })[]>`
      select actions.id, coalesce(full_name, nickname, email) as admin, action, subject, before, after, address,
        actions.created_at as "createdAt"
      from private.admin_actions actions
      join users on users.uid = admin_id
      where ${beyond(sql, id, query)} and (${query.search ? meant : sql`true`})
      ${inOrder(sql, id, query)}`
    return page(
      rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
      query,
    )
  },
  columns: {
    quando: ({ createdAt }) => csvTime(createdAt),
    quem: ({ admin }) => admin,
    'de onde': ({ address }) => address ?? '',
    ação: ({ action }) => action,
    sobre: ({ subject }) => subject,
    antes: ({ before }) => (before ? JSON.stringify(before) : ''),
    depois: ({ after }) => (after ? JSON.stringify(after) : ''),
  },
}
