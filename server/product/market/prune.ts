/** Deletes what was kept only for a while. */
import type { Sql } from '../../platform/db/sql.ts'

export async function pruneMarket(sql: Sql): Promise<void> {
  await sql`delete from private.idempotency_keys where created_at < now() - interval '30 days'`
  await sql`delete from private.sent_mails where sent_at < now() - interval '30 days'`
  // A mailbox may have been made since: the next mail finds out.
  await sql`delete from private.returned_mails where created_at < now() - interval '30 days'`
  // For whom a gift would have been whose payment never came.
  await sql`
    update private.gifts set email = null, words = ''
    where status = 'unpaid' and created_at < now() - interval '30 days' and (email is not null or words <> '')`
  await sql`delete from private.gift_mails where asked_at < now() - interval '2 days'`
  await sql`delete from play_leases where renewed_at < now() - interval '1 day'`
}
