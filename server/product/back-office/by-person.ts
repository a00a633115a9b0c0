/** What lists know of people: whom a search text matches, and how they are reached. */
import type { Fragment, Sql } from '../../platform/db/sql.ts'
import { contains, type ListQuery } from './list.ts'

/**
 * A condition on `userId`, in a list that is joined with `users`. `people` is the result of `peopleNamed`: a fragment
 * cannot be awaited, so it is queried before.
 */
export function sentBy(sql: Sql, userId: Fragment, query: ListQuery, people: string[] | null): Fragment {
  if (query.search === '') return sql`true`
  if (people === null) {
    return contains(sql, sql`private.user_search(users.full_name, users.nickname, users.email)`, query)
  }
  return sql`${userId} = any(${people}::uuid[])`
}

/** Their telephone; that of a colleague is for owners, on the colleague's own page (people/colleague.ts). */
export const telOf = (sql: Sql): Fragment => sql`case when users.role = 'user' then users.tel end`
