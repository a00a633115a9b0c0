import type { Context } from 'hono'
import * as v from 'valibot'
import { parseSoleRow } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import { clientOf } from '../addresses.ts'
import { AdminUserBody, findUser, readAdminFields } from '../admin.ts'
import { audit } from '../audit.ts'
import { readBody, text } from '../body.ts'
import { AuthError } from '../errors.ts'
import { keepIdentity } from '../identities.ts'
import { forgetTokens } from '../one-time-tokens.ts'
import type { Door } from '../options.ts'
import { checkNewPassword } from '../passwords.ts'
import { loadUserJson } from '../user-json.ts'
import {
  checkAllMetadata,
  confirmEmail,
  jsonOf,
  lockUser,
  mergeMetadata,
  type UserRow,
  userRow,
} from '../users.ts'

/** Unlike in the body of create, an empty password is not the same as none. */
const UpdateBody = v.object({ ...AdminUserBody.entries, password: v.nullish(text, null) })

/** PUT /admin/users/{id}. Changes take effect at once. A new password, another address or a ban ends the user's sessions. */
export async function adminUpdateUser(c: Context, door: Door): Promise<Response> {
  const { id } = await findUser(c, door.sql)
  const body = await readBody(c, UpdateBody)
  const now = door.clock()
  if (body.password === '') checkNewPassword('', door)
  const fields = await readAdminFields(door, { ...body, password: body.password ?? '' }, now)
  const answer = await door.sql.begin(async (tx) => {
    const before = await lockUser(tx, id)
    if (!before) throw new AuthError('adminUserUnknown')
    await setEmail(tx, before, fields.email, body.email_confirm, now)
    const fresh = await lockUser(tx, id)
    if (!fresh) throw new AuthError('adminUserUnknown')
    const userMetadata = mergeMetadata(fresh.raw_user_meta_data, body.user_metadata ?? {})
    const appMetadata = mergeMetadata(fresh.raw_app_meta_data, body.app_metadata ?? {})
    checkAllMetadata(appMetadata, userMetadata)
    const bannedUntil = fields.bannedUntil === undefined ? before.banned_until : fields.bannedUntil
    const user = parseSoleRow(
      userRow,
      await tx`
        update auth.users
        set role = ${fields.role ?? before.role}, encrypted_password = ${fields.passwordHash ?? before.encrypted_password},
          raw_user_meta_data = ${jsonOf(tx, userMetadata)}, raw_app_meta_data = ${jsonOf(tx, appMetadata)},
          banned_until = ${bannedUntil}, updated_at = ${now}
        where id = ${id}
        returning *`,
    )
    if (fields.passwordHash || fields.bannedUntil || user.email !== before.email) {
      await tx`delete from auth.sessions where user_id = ${id}`
      await forgetTokens(tx, id)
    }
    await audit(tx, 'user_modified', null, clientOf(c, door), now, { user_id: id })
    return loadUserJson(tx, user)
  })
  return c.json(answer)
}

/** Sets the address where one is given, with its identity, and confirms it where that is said. */
async function setEmail(
  tx: Tx,
  { id, email: before }: UserRow,
  email: string | null,
  isConfirmed: boolean,
  now: Date,
): Promise<void> {
  if (email) {
    await keepIdentity(tx, id, { email, email_verified: isConfirmed }, now)
    await tx`update auth.users set email = ${email} where id = ${id}`
  }
  if (isConfirmed && (email ?? before)) await confirmEmail(tx, id, now)
}
