import type { Context } from 'hono'
import * as v from 'valibot'
import type { Tx } from '#server/platform/db/sql.ts'
import { clientOf } from '../addresses.ts'
import { challengeFields, readBody, text } from '../body.ts'
import { type Contact, confirmedAt, readContact, userByContact } from '../contacts.ts'
import { AuthError } from '../errors.ts'
import { type MailOptions, sendAccountMail, sendEmailChange } from '../mails.ts'
import type { Door } from '../options.ts'
import { readChallenge } from '../pkce.ts'
import { limitMailGap } from '../rate-limits.ts'
import { requestedRedirect } from '../redirects.ts'
import { rehearseMail } from '../rehearsal.ts'
import { sendCode, TEST_MESSAGE } from '../sms.ts'

const Body = v.object({ type: text, email: text, phone: text, ...challengeFields })

const TYPES = ['signup', 'email_change', 'sms', 'phone_change']

/** POST /resend. Sends a confirmation again. The same answer when there is nothing to confirm. */
export async function resend(c: Context, door: Door): Promise<Response> {
  const body = await readBody(c, Body)
  const { type, email, phone } = body
  if (!TYPES.includes(type)) throw new AuthError('resendType')
  if (type === 'signup' && !email) throw new AuthError('resendNeedsEmail')
  if (type === 'sms' && !phone) throw new AuthError('resendNeedsPhone')
  if (email && phone) throw new AuthError('resendBothAddresses')
  if (!email && !phone) throw new AuthError('resendNeedsAddress')
  if (email && !door.settings.email) throw new AuthError('emailSendingOff')
  if (phone && !door.settings.phone) throw new AuthError('phoneSendingOff')
  const options = {
    redirectTo: requestedRedirect(c, door),
    challenge: readChallenge(body),
    client: clientOf(c, door),
  }
  const contact = readContact(body)
  const message = await door.sql.begin((tx) => sendAgain(tx, door, type, contact, options))
  return c.json(message ? { message_id: message } : {})
}

/** Resolves with the id of the text message, where one stands for it. */
async function sendAgain(
  tx: Tx,
  door: Door,
  type: string,
  contact: Contact,
  options: MailOptions,
): Promise<string | null> {
  const now = door.clock()
  const user = await userByContact(tx, contact)
  const { address } = contact
  const unconfirmed = user && !confirmedAt(user, contact)
  if (type === 'signup' && unconfirmed) {
    await sendAccountMail(tx, door, { ...user, email: address }, 'confirmation', options, now)
  } else if (type === 'email_change' && user?.email_change) {
    await sendEmailChange(tx, door, user, user.email_change, options, now)
  } else if (type === 'sms' && unconfirmed) {
    await sendCode(tx, door, user, 'confirmation', address, now)
    return TEST_MESSAGE
  } else if (type === 'phone_change' && user?.phone_change) {
    await sendCode(tx, door, user, 'phone_change', user.phone_change, now)
    return TEST_MESSAGE
  } else if (type === 'signup' && door.settings.hideAccounts) {
    await rehearseMail(tx, door, address, 'confirmation', options, now)
  } else if (door.settings.hideAccounts) {
    await limitMailGap(tx, door.limits, `nothing to ${type}:${address}`, now)
  }
  return null
}
