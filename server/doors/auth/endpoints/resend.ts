import type { Context } from 'hono'
import * as v from 'valibot'
import { readEmail } from '../addresses.ts'
import { challengeFields, readBody, text } from '../body.ts'
import { AuthError } from '../errors.ts'
import { sendAccountMail, sendEmailChange } from '../mails.ts'
import type { Door } from '../options.ts'
import { readChallenge } from '../pkce.ts'
import { limitMailGap } from '../rate-limits.ts'
import { requestedRedirect } from '../redirects.ts'
import { userByEmail } from '../users.ts'

const Body = v.object({ type: text, email: text, phone: text, ...challengeFields })

/** POST /resend. Mails a confirmation again. The same answer when there is nothing to confirm. */
export async function resend(c: Context, door: Door): Promise<Response> {
  const body = await readBody(c, Body)
  if (!['signup', 'email_change', 'sms', 'phone_change'].includes(body.type)) {
    throw new AuthError('resendType')
  }
  if (body.type === 'sms' || body.type === 'phone_change') throw new AuthError('phoneUnsupported')
  if (!body.email) throw new AuthError('resendNeedsEmail')
  const options = { redirectTo: requestedRedirect(c, door), challenge: readChallenge(body) }
  const email = readEmail(body.email)
  const now = door.clock()
  await door.sql.begin(async (tx) => {
    const user = await userByEmail(tx, email)
    if (body.type === 'signup' && user && !user.email_confirmed_at) {
      await sendAccountMail(tx, door, { ...user, email }, 'confirmation', options, now)
    } else if (body.type === 'email_change' && user?.email_change) {
      await sendEmailChange(tx, door, user, user.email_change, options, now)
    } else {
      await limitMailGap(tx, door.limits, `nothing to ${body.type}`, email, now)
    }
  })
  return c.json({})
}
