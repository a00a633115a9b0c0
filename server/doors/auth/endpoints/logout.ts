import type { Context } from 'hono'
import { clientOf } from '../addresses.ts'
import { audit } from '../audit.ts'
import type { Caller } from '../caller.ts'
import { AuthError } from '../errors.ts'
import type { Door } from '../options.ts'

/** POST /logout?scope=. Ends all sessions of the user (global, the default), this one (local), or the others. */
export async function logout(c: Context, door: Door, { user, session }: Caller): Promise<Response> {
  const scope = c.req.query('scope') || 'global'
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
    throw new AuthError('logoutScope', { scope })
  }
  await door.sql.begin(async (tx) => {
    await tx`
      delete from auth.sessions
      where user_id = ${user.id}
        and case ${scope} when 'local' then id = ${session.id} when 'others' then id <> ${session.id} else true end`
    await audit(tx, 'logout', user, clientOf(c, door), door.clock())
  })
  return c.body(null, 204)
}
