import type { Sql } from '../../platform/db/sql.ts'

/** Marks everything the fan has been told so far as read. */
export async function markNotificationsRead(sql: Sql, fanUid: string): Promise<void> {
  await sql`update notifications set is_read = true where user_id = ${fanUid} and not is_read`
}
