/** Changes of roles that nobody can confirm any more. */
import { OWNER } from '#domain/role.ts'
import type { Fragment, Sql, Tx } from '../../platform/db/sql.ts'

/** Whether a change that was asked for can only be turned down: the person's role, or the one who asked, has changed since. */
export const hasLapsed = (sql: Sql | Tx, change: Fragment): Fragment => sql`(
  not exists (select from users where uid = ${change}.user_id and role = ${change}.before and erased_at is null)
  or not exists (
    select from users where uid = ${change}.requested_by and role = ${OWNER} and is_active and erased_at is null
  )
)`
