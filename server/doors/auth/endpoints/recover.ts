import type { Context } from 'hono'
import * as v from 'valibot'
import { clientOf, readEmail } from '../addresses.ts'
import { audit } from '../audit.ts'
import { challengeFields, readBody, text } from '../body.ts'
import { AuthError } from '../errors.ts'
import { sendAccountMail } from '../mails.ts'
import type { Door } from '../options.ts'
import { readChallenge } from '../pkce.ts'
import { requestedRedirect } from '../redirects.ts'
import { rehearseMail } from '../rehearsal.ts'
import { userByEmail } from '../users.ts'

const Body = v.object({ email: text, ...challengeFields })

/** POST /recover. Mails a link that signs in to set a new password. The same answer for unknown addresses. */
export async function recover(c: Context, door: Door): Promise<Response> {
  const body = await readBody(c, Body)
  if (!body.email) throw new AuthError('recoverNeedsEmail')
  const challenge = readChallenge(body)
  const email = readEmail(body.email)
  const redirectTo = requestedRedirect(c, door)
  const now = door.clock()
  const options = { redirectTo, challenge, client: clientOf(c, door) }
  await door.sql.begin(async (tx) => {
    const user = await userByEmail(tx, email)
    if (!user) return rehearseMail(tx, door, email, 'recovery', options, now)
    await audit(tx, 'user_recovery_requested', user, options.client, now)
    await sendAccountMail(tx, door, { ...user, email }, 'recovery', options, now)
  })
  return c.json({})
}
