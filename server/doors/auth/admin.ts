/** What the administration endpoints share: the user in the path, and the fields of a user as an admin sets them. */
import type { Context } from 'hono'
import * as v from 'valibot'
import { isUuid, readEmail } from './addresses.ts'
import { json, text } from './body.ts'
import { AuthError } from './errors.ts'
import type { Door, Query } from './options.ts'
import { checkNewPassword, isImported, SERVICE } from './passwords.ts'
import { type UserRow, userById } from './users.ts'

const optionalMetadata = v.nullish(json)

/** The body of create and update; '' and null mean "leave as it is". */
export const AdminUserBody = v.object({
  id: text,
  email: text,
  phone: text,
  password: text,
  password_hash: text,
  email_confirm: v.nullish(v.boolean(), false),
  user_metadata: optionalMetadata,
  app_metadata: optionalMetadata,
  role: text,
  ban_duration: text,
})

/** The user named in the path. Throws `adminUserNotUuid`, `adminUserUnknown`. */
export async function findUser(c: Context, sql: Query): Promise<UserRow> {
  const id = c.req.param('userId') ?? ''
  if (!isUuid(id)) throw new AuthError('adminUserNotUuid')
  const user = await userById(sql, id)
  if (!user) throw new AuthError('adminUserUnknown')
  return user
}

type AdminFields = {
  email: string | null
  passwordHash: string | null
  role: string | null
  /** Undefined leaves the ban as it is; null lifts it. */
  bannedUntil: Date | null | undefined
}

/** The checked fields of a body; a password arrives hashed. Throws `phoneUnsupported` for a number, among others. */
export async function readAdminFields(
  door: Door,
  body: v.InferOutput<typeof AdminUserBody>,
  now: Date,
): Promise<AdminFields> {
  const { password, password_hash: given, role } = body
  if (password && given) throw new AuthError('adminPasswordTwice')
  if (given && !given.startsWith('$argon2id$') && !isImported(given)) throw new AuthError('adminPasswordHash')
  const isKnown = role === 'authenticated' || role === 'service_role'
  if (role && !isKnown) throw new AuthError('adminRole')
  const email = body.email ? readEmail(body.email) : null
  if (body.phone) throw new AuthError('phoneUnsupported')
  const bannedUntil = body.ban_duration ? readBan(body.ban_duration, now) : undefined
  if (password) checkNewPassword(password, door)
  const passwordHash = password ? await door.passwords.hash(password, SERVICE) : given || null
  return { email, passwordHash, role: role || null, bannedUntil }
}

const UNIT_SECONDS: Record<string, number> = { h: 3600, m: 60, s: 1 }

/** A Go duration like "24h" or "1h30m", counted from `now`; "none" lifts the ban. */
function readBan(value: string, now: Date): Date | null {
  if (value === 'none') return null
  if (!/^(\d{1,7}[hms]){1,3}$/.test(value)) throw new AuthError('adminBanDuration', { value })
  const parts = [...value.matchAll(/(\d+)([hms])/g)]
  const seconds = parts.reduce((sum, part) => sum + Number(part[1]) * (UNIT_SECONDS[part[2] ?? ''] ?? 0), 0)
  return new Date(now.getTime() + seconds * 1000)
}
