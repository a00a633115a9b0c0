/** What became of a mail to an address, and of its sign-up, said to the browser that waits for it. */
import * as v from 'valibot'
import { parseRow } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { SIGN_UP_OUTCOMES, type SignUpOutcome } from './contract.ts'

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

/**
 * What the confirmation of this address made of the sign-up of this browser: `kept` with its password, or `dropped` because
 * it was confirmed elsewhere without it. Null while it waits, and to any other browser.
 */
export async function signUpOutcome(
  sql: Sql,
  email: string,
  browser: string | null,
): Promise<SignUpOutcome | null> {
  if (browser === null) return null
  const row = parseRow(
    v.object({ outcome: v.nullable(v.picklist(SIGN_UP_OUTCOMES)) }),
    await sql`
      select case
        when email_confirmed_at is not null
          and exists (select from auth.known_browsers where user_id = users.id and key_hash = ${browser}) then 'kept'
        when dropped_sign_up_proof = ${browser} then 'dropped' end as outcome
      from auth.users where email = ${email}`,
  )
  return row?.outcome ?? null
}
