import type { Context } from 'hono'
import { clientOf } from '../addresses.ts'
import { audit } from '../audit.ts'
import type { AuthCaller } from '../caller.ts'
import { AuthError } from '../errors.ts'
import { findFactor, removeFactor } from '../factors.ts'
import { notify } from '../notices.ts'
import type { Door } from '../options.ts'
import { takeProof } from '../proofs.ts'

/** DELETE /factors/{id}. A verified factor can only be removed by a session that used one. */
export async function unenrollFactor(c: Context, door: Door, caller: AuthCaller): Promise<Response> {
  const { user, session } = caller
  const factor = await findFactor(door.sql, user.id, c.req.param('factorId') ?? '')
  if (factor.status === 'verified' && session.aal === 'aal1') throw new AuthError('needsAal2ToUnenroll')
  const now = door.clock()
  await door.sql.begin(async (tx) => {
    if (factor.status === 'verified') await takeProof(c, tx, door, caller, now)
    await removeFactor(tx, factor, now)
    if (factor.status === 'verified') await notify(tx, door, 'factor_removed', user)
    await audit(tx, 'factor_unenrolled', user, clientOf(c, door), now, { factor_id: factor.id })
  })
  return c.json({ id: factor.id })
}
