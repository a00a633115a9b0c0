import type { Context } from 'hono'
import * as v from 'valibot'
import { clientOf } from '../addresses.ts'
import { audit } from '../audit.ts'
import { readBody, text } from '../body.ts'
import { AuthError } from '../errors.ts'
import { tokenBehind } from '../mails.ts'
import type { Door } from '../options.ts'
import { endFlow } from '../pkce.ts'
import { leadsToPassword, openMailedSession } from '../proofs.ts'
import { answerSignedIn } from '../sessions.ts'
import { isBanned, userById } from '../users.ts'

const Body = v.object({ auth_code: text, code_verifier: text })

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
    const { authentication_method: method } = flow
    const mayChoosePassword = leadsToPassword(tokenBehind(method), user)
    return openMailedSession(tx, door, { user, method, mayChoosePassword }, client, now)
  })
  return answerSignedIn(c, signedIn)
}
