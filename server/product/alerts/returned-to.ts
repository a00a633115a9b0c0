/** Whether mails to an address come back, said to the browser that waits for one. */
import type { Sql } from '../../platform/db/sql.ts'

/**
 * Only to the browser (the digest of its key) that signed this address up, while it is unconfirmed, or in which its
 * account has been opened before. Anybody else gets the answer that they would get about any address: who has an account,
 * and whose mailbox is gone, so that another may take it, is no matter of theirs.
 */
export async function isReturnedTo(sql: Sql, email: string, browser: string | null): Promise<boolean> {
  if (browser === null) return false
  const found = await sql`
    select from private.returned_mails
    join auth.users on email = address
    where address = ${email} and (
      (email_confirmed_at is null and sign_up_proof = ${browser})
      or exists (select from auth.known_browsers where user_id = users.id and key_hash = ${browser})
    )`
  return found.length > 0
}
