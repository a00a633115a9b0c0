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
import { proofOf } from '../sign-up-proof.ts'
import { firstMetadata, userByEmail } from '../users.ts'

const Body = v.object({
  email: text,
  phone: text,
  data: metadata,
  create_user: v.nullish(v.boolean(), true),
  ...challengeFields,
})

/**
 * POST /otp and POST /magiclink. Mails a link and a code that sign in. An unknown or unconfirmed address is
 * registered instead, unless `create_user` is false; its confirmation mail signs in as well.
 */
export async function otp(c: Context, door: Door): Promise<Response> {
  const body = await readBody(c, Body)
  if (body.email && body.phone) throw new AuthError('otpBothAddresses')
  if (!body.email && !body.phone) throw new AuthError('otpNeedsAddress')
  if (body.phone) throw new AuthError('phoneUnsupported')
  const challenge = readChallenge(body)
  const email = readEmail(body.email)
  // Also for a registered address: the answer must not reveal which ones are.
  firstMetadata(randomUUID(), email, body.data)
  const redirectTo = requestedRedirect(c, door)
  const client = clientOf(c, door)
  const now = door.clock()
  await door.sql.begin(async (tx) => {
    const user = await userByEmail(tx, email)
    if (!user && !body.create_user) throw new AuthError('otpDisabled')
    if (user?.email_confirmed_at) {
      await audit(tx, 'user_recovery_requested', user, client, now)
      await sendAccountMail(tx, door, { ...user, email }, 'magiclink', { redirectTo, challenge }, now)
    } else {
      const registration = {
        email,
        passwordHash: null,
        signUpProof: proofOf(c, door),
        data: body.data,
        challenge,
        redirectTo,
        client,
      }
      await register(tx, door, registration, now)
    }
  })
  return c.json({})
}
