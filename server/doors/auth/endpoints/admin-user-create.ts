import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { parseSoleRow } from '#server/platform/db/rows.ts'
import { clientOf, isUuid } from '../addresses.ts'
import { AdminUserBody, readAdminFields } from '../admin.ts'
import { audit } from '../audit.ts'
import { readBody } from '../body.ts'
import { AuthError } from '../errors.ts'
import type { Door } from '../options.ts'
import { loadUserJson } from '../user-json.ts'
import { checkAllMetadata, confirmEmail, insertUser, userRow } from '../users.ts'

const NIL = '00000000-0000-0000-0000-000000000000'

/** POST /admin/users. Creates an account as it is given, without sending any mail. */
export async function adminCreateUser(c: Context, door: Door): Promise<Response> {
  const body = await readBody(c, AdminUserBody)
  if (!body.email && !body.phone) throw new AuthError('adminNeedsAddress')
  if (body.id && !isUuid(body.id)) throw new AuthError('adminBadId')
  if (body.id === NIL) throw new AuthError('adminNilId')
  const now = door.clock()
  const fields = await readAdminFields(door, body, now)
  const { email } = fields
  if (!email) throw new AuthError('adminNeedsAddress')
  const account = {
    id: body.id || randomUUID(),
    email,
    passwordHash: fields.passwordHash,
    userMetadata: body.user_metadata ?? {},
    appMetadata: body.app_metadata ?? {},
    role: fields.role ?? 'authenticated',
  }
  checkAllMetadata(account.appMetadata, account.userMetadata)
  const answer = await door.sql.begin(async (tx) => {
    const created = await insertUser(tx, account, now)
    if (!created) throw new AuthError('emailTaken')
    if (body.email_confirm) await confirmEmail(tx, created.id, now)
    const user = parseSoleRow(
      userRow,
      await tx`
        update auth.users set banned_until = ${fields.bannedUntil ?? null} where id = ${created.id} returning *`,
    )
    await audit(tx, 'user_signedup', null, clientOf(c, door), now, { user_id: user.id })
    return loadUserJson(tx, user)
  })
  return c.json(answer)
}
