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
  confirmPhone,
  jsonOf,
  lockUser,
  mergeMetadata,
  type UserRow,
  userRow,
} from '../users.ts'

/** Unlike in the body of create, an empty password is not the same as none. */
const UpdateBody = v.object({ ...AdminUserBody.entries, password: v.nullish(text, null) })

/** PUT /admin/users/{id}. Changes take effect at once. A new password or a ban ends the user's sessions. */
export async function adminUpdateUser(c: Context, door: Door): Promise<Response> {
  const { id } = await findUser(c, door.sql)
  const body = await readBody(c, UpdateBody)
  const now = door.clock()
  if (body.password === '') checkNewPassword('', door)
  const fields = await readAdminFields(door, { ...body, password: body.password ?? '' }, now)
  const answer = await door.sql.begin(async (tx) => {
    const before = await lockUser(tx, id)
    if (!before) throw new AuthError('adminUserUnknown')
    const { is_anonymous } = await setContacts(tx, before, fields, body, now)
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
        set role = ${fields.role ?? before.role}, is_anonymous = ${is_anonymous},
          encrypted_password = ${fields.passwordHash ?? before.encrypted_password},
          raw_user_meta_data = ${jsonOf(tx, userMetadata)}, raw_app_meta_data = ${jsonOf(tx, appMetadata)},
          banned_until = ${bannedUntil}, updated_at = ${now}
        where id = ${id}
        returning *`,
    )
    if (fields.passwordHash || fields.bannedUntil) {
      await tx`delete from auth.sessions where user_id = ${id}`
      await forgetTokens(tx, id)
    }
    await audit(tx, 'user_modified', null, clientOf(c, door), now, { user_id: id })
    return loadUserJson(tx, user)
  })
  return c.json(answer)
}

/** Sets what is given of address and number, with its identity; a confirmed one ends the account's anonymity. */
async function setContacts(
  tx: Tx,
  user: UserRow,
  { email, phone }: { email: string | null; phone: string | null },
  confirm: { email_confirm: boolean; phone_confirm: boolean },
  now: Date,
): Promise<{ is_anonymous: boolean }> {
  const { id } = user
  if (email) {
    await keepIdentity(tx, id, 'email', { email, email_verified: confirm.email_confirm }, now)
    await tx`update auth.users set email = ${email} where id = ${id}`
  }
  if (phone) {
    await keepIdentity(tx, id, 'phone', { phone, phone_verified: confirm.phone_confirm }, now)
    await tx`update auth.users set phone = ${phone} where id = ${id}`
  }
  const emailConfirmed = confirm.email_confirm && (email ?? user.email) !== null
  const phoneConfirmed = confirm.phone_confirm && (phone ?? user.phone) !== null
  if (emailConfirmed) await confirmEmail(tx, id, now)
  if (phoneConfirmed) await confirmPhone(tx, id, now)
  return { is_anonymous: user.is_anonymous && !emailConfirmed && !phoneConfirmed }
}
