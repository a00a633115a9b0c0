import type { Context } from 'hono'
import * as v from 'valibot'
import { clientOf } from '../addresses.ts'
import { audit } from '../audit.ts'
import { readBody, text } from '../body.ts'
import type { AuthCaller } from '../caller.ts'
import { AuthError } from '../errors.ts'
import { hasVerifiedFactor } from '../factors.ts'
import { notify } from '../notices.ts'
import type { Door } from '../options.ts'
import { giveProof, takeProof } from '../proofs.ts'
import { raiseSession } from '../raise-session.ts'
import { limitAttempts } from '../rate-limits.ts'
import { countRecoveryCodes, makeRecoveryCodes, useRecoveryCode } from '../recovery-codes.ts'
import { answerSignedIn } from '../sessions.ts'
import { lockUser } from '../users.ts'

/** GET /recovery-codes. How many are left, never the codes themselves. */
export async function countCodes(c: Context, door: Door, { user }: AuthCaller): Promise<Response> {
  return c.json({ unused: await countRecoveryCodes(door.sql, user.id) })
}

/**
 * POST /recovery-codes. Creates ten new codes and invalidates the old ones. Only for a session with a second factor.
 */
export async function makeCodes(c: Context, door: Door, caller: AuthCaller): Promise<Response> {
  const { user, session } = caller
  if (!(await hasVerifiedFactor(door.sql, user.id))) throw new AuthError('codesNeedFactor')
  if (session.aal === 'aal1') throw new AuthError('needsAal2ForCodes')
  const now = door.clock()
  const codes = await door.sql.begin(async (tx) => {
    await lockUser(tx, user.id)
    await takeProof(c, tx, door, caller, now)
    const made = await makeRecoveryCodes(tx, door, user.id, now)
    await audit(tx, 'generate_recovery_codes', user, clientOf(c, door), now)
    await notify(tx, door, 'recovery_codes_made', user)
    return made
  })
  c.header('Cache-Control', 'no-store')
  return c.json({ codes })
}

const Body = v.object({ code: text })

/** POST /recovery-codes/verify {code}. Like a second factor: the session rises to aal2 and gets new tokens. */
export async function verifyRecoveryCode(c: Context, door: Door, caller: AuthCaller): Promise<Response> {
  const { code } = await readBody(c, Body)
  if (!code) throw new AuthError('factorCodeMissing')
  const client = clientOf(c, door)
  const raised = await limitAttempts(door, `recovery:${caller.user.id}`, () =>
    door.sql.begin(async (tx) => {
      const now = door.clock()
      const left = await useRecoveryCode(tx, door, caller.user.id, code, now)
      if (left === undefined) throw new AuthError('recoveryCodeWrong')
      await audit(tx, 'verification_attempted', caller.user, client, now, { method: 'recovery_code' })
      await notify(tx, door, 'recovery_code_used', caller.user, { left: String(left) })
      if (caller.session.aal !== 'aal1') await giveProof(c, tx, caller.session.id, now)
      return raiseSession(tx, door, caller, { id: null, method: 'mfa/recovery_code' }, now)
    }),
  )
  return answerSignedIn(c, raised)
}
