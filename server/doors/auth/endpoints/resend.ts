import type { Context } from 'hono'
import * as v from 'valibot'
import { clientOf, readEmail } from '../addresses.ts'
import { challengeFields, readBody, text } from '../body.ts'
import { AuthError } from '../errors.ts'
import { sendAccountMail, sendEmailChange } from '../mails.ts'
import type { Door } from '../options.ts'
import { readChallenge } from '../pkce.ts'
import { limitMailGap } from '../rate-limits.ts'
import { requestedRedirect } from '../redirects.ts'
import { rehearseMail } from '../rehearsal.ts'
import { userByEmail } from '../users.ts'

const Body = v.object({ type: text, email: text, phone: text, ...challengeFields })

const TYPES = ['signup', 'email_change', 'sms', 'phone_change']

/** POST /resend. Sends a confirmation again. The same answer when there is nothing to confirm. */
export async function resend(c: Context, door: Door): Promise<Response> {
  const body = await readBody(c, Body)
  const { type, phone } = body
  if (!TYPES.includes(type)) throw new AuthError('resendType')
  if (type === 'signup' && !body.email) throw new AuthError('resendNeedsEmail')
  if (type === 'sms' && !phone) throw new AuthError('resendNeedsPhone')
  if (body.email && phone) throw new AuthError('resendBothAddresses')
  if (!body.email && !phone) throw new AuthError('resendNeedsAddress')
  if (phone) throw new AuthError('phoneSendingOff')
  const email = readEmail(body.email)
  const options = {
    redirectTo: requestedRedirect(c, door),
    challenge: readChallenge(body),
    client: clientOf(c, door),
  }
  const now = door.clock()
  await door.sql.begin(async (tx) => {
    const user = await userByEmail(tx, email)
    if (type === 'signup' && user && !user.email_confirmed_at) {
      await sendAccountMail(tx, door, { ...user, email }, 'confirmation', options, now)
    } else if (type === 'email_change' && user?.email_change) {
      await sendEmailChange(tx, door, user, user.email_change, options, now)
    } else if (type === 'signup') {
      await rehearseMail(tx, door, email, 'confirmation', options, now)
    } else await limitMailGap(tx, door.limits, `nothing to ${type}:${email}`, now)
  })
  return c.json({})
}
