import type { Context } from 'hono'
import { parseSoleRow } from '#server/platform/db/rows.ts'
import { clientOf, isUuid } from '../addresses.ts'
import { AdminUserBody, readAdminFields } from '../admin.ts'
import { audit } from '../audit.ts'
import { readBody } from '../body.ts'
import { AuthError } from '../errors.ts'
import type { Door } from '../options.ts'
import { loadUserJson } from '../user-json.ts'
import { confirmEmail, insertUser, userRow } from '../users.ts'

/** POST /admin/users. Creates an account without sending any mail. */
export async function adminCreateUser(c: Context, door: Door): Promise<Response> {
  const body = await readBody(c, AdminUserBody)
  if (!body.email && !body.phone) throw new AuthError('adminNeedsAddress')
  if (body.id && !isUuid(body.id)) throw new AuthError('adminBadId')
  const now = door.clock()
  const fields = await readAdminFields(door, body, now)
  const answer = await door.sql.begin(async (tx) => {
    const created = await insertUser(
      tx,
      {
        ...(body.id ? { id: body.id } : {}),
        email: fields.email,
        phone: fields.phone,
        passwordHash: fields.passwordHash,
        userMetadata: body.user_metadata ?? {},
        appMetadata: body.app_metadata ?? {},
        role: fields.role ?? 'authenticated',
      },
      now,
    )
    if (!created) throw new AuthError('emailTaken')
    if (body.email_confirm && fields.email) await confirmEmail(tx, created.id, now)
    const user = parseSoleRow(
      userRow,
      await tx`
        update auth.users
        set banned_until = ${fields.bannedUntil ?? null},
          phone_confirmed_at = ${body.phone_confirm && fields.phone ? now : null}
        where id = ${created.id}
        returning *`,
    )
    await audit(tx, 'user_signedup', null, clientOf(c, door), now, { user_id: user.id })
    return loadUserJson(tx, user)
  })
  return c.json(answer)
}
