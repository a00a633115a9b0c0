import type { Context } from 'hono'
import * as v from 'valibot'
import { clientOf } from '../addresses.ts'
import { audit } from '../audit.ts'
import { readBody, text } from '../body.ts'
import type { AuthCaller } from '../caller.ts'
import { AuthError } from '../errors.ts'
import { hasVerifiedFactor } from '../factors.ts'
import type { Door } from '../options.ts'
import { checkCurrent, giveProof, takeNonce } from '../proofs.ts'
import { addAmr } from '../sessions.ts'

const Body = v.object({ password: text, nonce: text })

/**
 * POST /reauthenticate {password} or {nonce}. Records in the session that its holder knows the password, or has received
 * the code of GET /reauthenticate; the answer carries the secret for one change of what opens the account, unless that has a
 * second factor. A second factor proves by being used: POST /factors/{id}/verify. GoTrue has no such call.
 */
export async function prove(c: Context, door: Door, { user, session }: AuthCaller): Promise<Response> {
  const { password, nonce } = await readBody(c, Body)
  if (!password && !nonce) throw new AuthError('currentPasswordNeeded')
  if (password) await checkCurrent(door, user, password)
  else await takeNonce(door, user, nonce)
  const now = door.clock()
  await door.sql.begin(async (tx) => {
    await addAmr(tx, session.id, password ? 'password' : 'otp', now)
    if (!(await hasVerifiedFactor(tx, user.id))) await giveProof(c, tx, session.id, now)
    await audit(tx, 'user_reauthenticated', user, clientOf(c, door), now)
  })
  return c.json({})
}
