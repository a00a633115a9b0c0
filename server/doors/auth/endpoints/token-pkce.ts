import type { Context } from 'hono'
import * as v from 'valibot'
import { clientOf } from '../addresses.ts'
import { audit } from '../audit.ts'
import { readBody, text } from '../body.ts'
import { AuthError } from '../errors.ts'
import type { Door } from '../options.ts'
import { endFlow } from '../pkce.ts'
import { permitNewPassword } from '../proofs.ts'
import { answerSignedIn, openSession } from '../sessions.ts'
import { isBanned, userById } from '../users.ts'

const Body = v.object({ auth_code: text, code_verifier: text })

/** Mails that lead to a new password; where there is none yet, others do too (as in verification.ts). */
const FOR_PASSWORD = new Set(['recovery', 'magiclink'])
const MAILED = new Set([...FOR_PASSWORD, 'email/signup', 'invite'])

/** POST /token?grant_type=pkce. Exchanges the code of a redirect, and the verifier the client kept, for a session. */
export async function tokenByPkce(c: Context, door: Door): Promise<Response> {
  const { auth_code: code, code_verifier: verifier } = await readBody(c, Body)
  if (!code || !verifier) throw new AuthError('codeAndVerifierNeeded')
  const now = door.clock()
  const client = clientOf(c, door)
  const signedIn = await door.sql.begin(async (tx) => {
    const flow = await endFlow(tx, code, verifier, now)
    const user = await userById(tx, flow.user_id)
    if (!user) throw new AuthError('flowUnknown')
    if (isBanned(user, now)) throw new AuthError('banned')
    await audit(tx, 'login', user, client, now, { provider_type: 'email' })
    const session = await openSession(tx, door, user, flow.authentication_method, client, now)
    const isForPassword = (user.encrypted_password ? FOR_PASSWORD : MAILED).has(flow.authentication_method)
    if (isForPassword) await permitNewPassword(tx, session.sessionId, now)
    return session
  })
  return answerSignedIn(c, signedIn)
}
