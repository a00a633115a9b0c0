import type { Sql } from '../../platform/db/sql.ts'

/** Marks all of the fan's notifications as read. */
export async function markNotificationsRead(sql: Sql, fanUid: string): Promise<void> {
  await sql`update notifications set is_read = true where user_id = ${fanUid} and not is_read`
}
