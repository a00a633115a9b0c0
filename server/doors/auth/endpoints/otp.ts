import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import * as v from 'valibot'
import { clientOf, readEmail } from '../addresses.ts'
import { audit } from '../audit.ts'
import { challengeFields, metadata, readBody, text } from '../body.ts'
import { AuthError } from '../errors.ts'
import { sendAccountMail } from '../mails.ts'
import type { Door } from '../options.ts'
import { readChallenge } from '../pkce.ts'
import { requestedRedirect } from '../redirects.ts'
import { register } from '../registration.ts'
import { rehearseMail } from '../rehearsal.ts'
import { firstMetadata, userByEmail } from '../users.ts'
import { proofOf } from '../whose-account.ts'

const Body = v.object({
  email: text,
  phone: text,
  data: metadata,
  create_user: v.nullish(v.boolean(), true),
  channel: text,
  ...challengeFields,
})

/**
 * POST /otp and POST /magiclink. Sends a link or a code that signs in. An unknown or unconfirmed address is
 * registered instead, unless `create_user` is false; its confirmation signs in as well.
 */
export async function otp(c: Context, door: Door): Promise<Response> {
  const body = await readBody(c, Body)
  if (body.email && body.phone) throw new AuthError('otpBothAddresses')
  if (!body.email && !body.phone) throw new AuthError('otpNeedsAddress')
  if (body.email && body.channel) throw new AuthError('otpChannel')
  if (body.phone) throw new AuthError('phoneUnsupported')
  const challenge = readChallenge(body)
  const email = readEmail(body.email)
  // Also for a registered address: the answer must not reveal which ones are.
  firstMetadata(randomUUID(), email, body.data)
  const client = clientOf(c, door)
  const options = { redirectTo: requestedRedirect(c, door), challenge, client }
  const now = door.clock()
  await door.sql.begin(async (tx) => {
    const user = await userByEmail(tx, email)
    if (!user && !body.create_user) return rehearseMail(tx, door, email, 'magiclink', options, now)
    if (user?.email_confirmed_at) {
      await audit(tx, 'user_recovery_requested', user, client, now)
      await sendAccountMail(tx, door, { ...user, email }, 'magiclink', options, now)
      return
    }
    const account = { email, passwordHash: null, signUpProof: proofOf(c, door), data: body.data }
    await register(tx, door, { ...account, ...options }, now)
  })
  return c.json({})
}
