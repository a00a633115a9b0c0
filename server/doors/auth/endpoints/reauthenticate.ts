import type { Context } from 'hono'
import { clientOf } from '../addresses.ts'
import { audit } from '../audit.ts'
import type { AuthCaller } from '../caller.ts'
import { AuthError } from '../errors.ts'
import { recipient } from '../mails.ts'
import { issueOneTimeToken } from '../one-time-tokens.ts'
import type { Door } from '../options.ts'
import { limitMailGap, limitMailQuota } from '../rate-limits.ts'

/** GET /reauthenticate. Sends the nonce needed to change the password from an old session. */
export async function reauthenticate(c: Context, door: Door, { user }: AuthCaller): Promise<Response> {
  const { email } = user
  if (!email) throw new AuthError('reauthenticateNoAddress')
  if (!user.email_confirmed_at) throw new AuthError('reauthenticateUnconfirmed')
  const now = door.clock()
  const client = clientOf(c, door)
  await door.sql.begin(async (tx) => {
    const type = 'reauthentication_token'
    await limitMailGap(tx, door.limits, `${type}:${email}`, now)
    await limitMailQuota(tx, door.limits, 'accounts', client, now)
    const wanted = { userId: user.id, type, address: email, pkce: false } as const
    const { code } = await issueOneTimeToken(tx, door, wanted, now)
    await tx`
      update auth.users set reauthentication_sent_at = ${now}, updated_at = ${now} where id = ${user.id}`
    const mail = { kind: 'reauthentication', to: email, newEmail: null, link: null, linkToken: null } as const
    await door.enqueueMail(tx, { ...mail, code, user: recipient(user) })
    await audit(tx, 'user_reauthenticate_requested', user, client, now)
  })
  return c.json({})
}
