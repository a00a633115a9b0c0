import type { Context } from 'hono'
import encodeQR from 'qr'
import * as v from 'valibot'
import { parseSoleRow } from '#server/platform/db/rows.ts'
import { clientOf } from '../addresses.ts'
import { audit } from '../audit.ts'
import { readBody, text, textUpTo } from '../body.ts'
import { BUDGET } from '../budget.ts'
import type { AuthCaller } from '../caller.ts'
import { AuthError } from '../errors.ts'
import { factorsOf } from '../factors.ts'
import type { Door } from '../options.ts'
import { takeProof } from '../proofs.ts'
import { encrypt } from '../secrets.ts'
import { keyUri, newSecret } from '../totp.ts'
import { lockUser } from '../users.ts'

const Body = v.object({
  friendly_name: textUpTo(BUDGET.friendlyName.limit),
  factor_type: text,
  issuer: text,
  phone: text,
})

/**
 * POST /factors. Creates a TOTP secret for an authenticator app; the factor counts once one of its codes has been
 * verified.
 */
export async function enrollFactor(c: Context, door: Door, caller: AuthCaller): Promise<Response> {
  const { user, session } = caller
  const { friendly_name: name, factor_type: type, issuer: given } = await readBody(c, Body)
  if (type === 'phone') throw new AuthError('phoneEnrollOff')
  if (type === 'webauthn') throw new AuthError('webauthnEnrollOff')
  if (type !== 'totp') throw new AuthError('factorType')
  const secret = newSecret()
  const now = door.clock()
  const id = await door.sql.begin(async (tx) => {
    // The lock keeps two concurrent enrolments from exceeding the limits together.
    await lockUser(tx, user.id)
    await takeProof(c, tx, door, caller, now)
    const factors = await factorsOf(tx, user.id)
    if (factors.length >= door.limits.factors) throw new AuthError('factorsTooMany')
    if (name.trim() && factors.some((factor) => factor.friendly_name === name)) {
      throw new AuthError('factorNameTaken', { name })
    }
    if (factors.some((factor) => factor.status === 'verified') && session.aal === 'aal1') {
      throw new AuthError('needsAal2ToEnroll')
    }
    const sealed = encrypt(door.jwtSecret, 'factor secrets', secret)
    const factor = parseSoleRow(
      v.object({ id: v.string() }),
      await tx`
        insert into auth.mfa_factors (user_id, friendly_name, factor_type, secret, created_at, updated_at)
        values (${user.id}, ${name}, 'totp', ${sealed}, ${now}, ${now})
        returning id`,
    )
    await audit(tx, 'factor_in_progress', user, clientOf(c, door), now, { factor_id: factor.id })
    return factor.id
  })
  const issuer = given || new URL(door.siteUrl).host
  const uri = keyUri(issuer, user.email ?? user.id, secret)
  return c.json({ id, type, friendly_name: name, totp: { qr_code: encodeQR(uri, 'svg'), secret, uri } })
}
