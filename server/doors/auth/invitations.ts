/** Accounts created for people who have yet to accept. */
import { randomUUID } from 'node:crypto'
import { parseSoleRow } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import { AuthError } from './errors.ts'
import { checkAllMetadata, insertUser, type Json, type UserRow, userByEmail, userRow } from './users.ts'

/** The invited account of `email`, new or still unconfirmed. Throws `emailTaken` for a confirmed one, `metadataTooLarge`. */
export async function inviteUser(tx: Tx, email: string, data: Json, now: Date): Promise<UserRow> {
  checkAllMetadata({}, data)
  const id = randomUUID()
  const created = await insertUser(tx, { id, email, passwordHash: null, userMetadata: data }, now)
  const user = created ?? (await userByEmail(tx, email))
  if (!user || user.email_confirmed_at) throw new AuthError('emailTaken')
  const invited = parseSoleRow(
    userRow,
    await tx`
      update auth.users set invited_at = ${now}, confirmation_sent_at = ${now}, updated_at = ${now}
      where id = ${user.id}
      returning *`,
  )
  return invited
}
