import type { Context } from 'hono'
import { parseSoleRow } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import { clientOf } from '../addresses.ts'
import { AdminUserBody, findUser, readAdminFields } from '../admin.ts'
import { audit } from '../audit.ts'
import { readBody } from '../body.ts'
import { AuthError } from '../errors.ts'
import { forgetTokens } from '../one-time-tokens.ts'
import type { Door } from '../options.ts'
import { loadUserJson } from '../user-json.ts'
import { confirmEmail, jsonOf, lockUser, mergeMetadata, userRow } from '../users.ts'

/** PUT /admin/users/{id}. Changes take effect at once. A new password or a ban ends the user's sessions. */
export async function adminUpdateUser(c: Context, door: Door): Promise<Response> {
  const { id } = await findUser(c, door.sql)
  const body = await readBody(c, AdminUserBody)
  const now = door.clock()
  const fields = await readAdminFields(door, body, now)
  const answer = await door.sql.begin(async (tx) => {
    const before = await lockUser(tx, id)
    if (!before) throw new AuthError('adminUserUnknown')
    const email = fields.email ?? before.email
    const phone = fields.phone ?? before.phone
    const claims = fields.email && fields.email !== before.email ? { email: fields.email } : {}
    const userMetadata = mergeMetadata(before.raw_user_meta_data, { ...body.user_metadata, ...claims })
    const appMetadata = mergeMetadata(before.raw_app_meta_data, body.app_metadata ?? {})
    const bannedUntil = fields.bannedUntil === undefined ? before.banned_until : fields.bannedUntil
    const updated = parseSoleRow(
      userRow,
      await tx`
        update auth.users
        set email = ${email}, phone = ${phone}, role = ${fields.role ?? before.role},
          phone_confirmed_at = ${body.phone_confirm && phone ? now : before.phone_confirmed_at},
          encrypted_password = ${fields.passwordHash ?? before.encrypted_password},
          raw_user_meta_data = ${jsonOf(tx, userMetadata)}, raw_app_meta_data = ${jsonOf(tx, appMetadata)},
          banned_until = ${bannedUntil}, updated_at = ${now}
        where id = ${id}
        returning *`,
    )
    if ('email' in claims) await renameIdentity(tx, id, claims.email, now)
    const user = body.email_confirm && email ? await confirmEmail(tx, id, now) : updated
    if (fields.passwordHash || fields.bannedUntil) {
      await tx`delete from auth.sessions where user_id = ${id}`
      await forgetTokens(tx, id)
    }
    await audit(tx, 'user_modified', null, clientOf(c, door), now, { user_id: id })
    return loadUserJson(tx, user)
  })
  return c.json(answer)
}

async function renameIdentity(tx: Tx, userId: string, email: string, now: Date): Promise<void> {
  await tx`
    update auth.identities
    set identity_data = identity_data || ${jsonOf(tx, { email })}, updated_at = ${now}
    where user_id = ${userId} and provider = 'email'`
}
