import type { Tx } from '#server/platform/db/sql.ts'
import { forgetTokens } from './one-time-tokens.ts'

/**
 * All that was mailed to somebody opens nothing any more: whoever ends their sessions everywhere thinks that somebody else is in, who may
 * have had mails sent, or asked for another address.
 */
export async function forgetMails(tx: Tx, userId: string): Promise<void> {
  await forgetTokens(tx, userId)
  await tx`delete from auth.flow_state where user_id = ${userId} and authentication_method = 'email_change'`
  await tx`
    update auth.users set email_change = '', email_change_confirm_status = 0, email_change_session = null
    where id = ${userId} and email_change <> ''`
}
