/** Deletes what was kept only for a while. */
import type { Sql } from '../../platform/db/sql.ts'

export async function pruneMarket(sql: Sql): Promise<void> {
  await sql`delete from private.idempotency_keys where created_at < now() - interval '30 days'`
  await sql`delete from private.sent_mails where sent_at < now() - interval '30 days'`
  await sql`delete from play_leases where renewed_at < now() - interval '1 day'`
}
