import type { Context } from 'hono'
import { clientOf } from '../addresses.ts'
import { audit } from '../audit.ts'
import type { AuthCaller } from '../caller.ts'
import { AuthError } from '../errors.ts'
import { hasVerifiedFactor } from '../factors.ts'
import { forgetMails } from '../forget-mails.ts'
import type { Door } from '../options.ts'

/**
 * POST /logout?scope=. Ends all sessions of the user (global, the default), this one (local), or the others; with any but this one, all that was
 * mailed opens nothing any more. A session that owes the second factor ends itself at most: who opened it may have no more than
 * the password.
 */
export async function logout(c: Context, door: Door, { user, session }: AuthCaller): Promise<Response> {
  const scope = c.req.query('scope') || 'global'
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
    throw new AuthError('logoutScope', { scope })
  }
  await door.sql.begin(async (tx) => {
    const isWeak = session.aal === 'aal1' && (await hasVerifiedFactor(tx, user.id))
    // First, so that a session which a mail is opening meanwhile is among those that end.
    if (scope !== 'local' && !isWeak) await forgetMails(tx, user.id)
    await tx`
      delete from auth.sessions
      where user_id = ${user.id}
        and case when id = ${session.id} then ${scope} <> 'others' else ${scope} <> 'local' and not ${isWeak} end`
    await audit(tx, 'logout', user, clientOf(c, door), door.clock())
  })
  return c.body(null, 204)
}
