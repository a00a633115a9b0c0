import type { Context } from 'hono'
import { clientOf, isUuid } from '../addresses.ts'
import { audit } from '../audit.ts'
import type { AuthCaller } from '../caller.ts'
import { AuthError } from '../errors.ts'
import { hasVerifiedFactor } from '../factors.ts'
import { identitiesOf, mayLink, removeIdentity } from '../identities.ts'
import { notify } from '../notices.ts'
import type { Door } from '../options.ts'
import { takeProof } from '../proofs.ts'
import { lockUser } from '../users.ts'

/** DELETE /user/identities/{id}. The last way into an account cannot be removed. */
export async function unlinkIdentity(c: Context, door: Door, caller: AuthCaller): Promise<Response> {
  if (!mayLink(door)) throw new AuthError('manualLinkingDisabled')
  const id = c.req.param('identityId') ?? ''
  if (!isUuid(id)) throw new AuthError('identityNotUuid')
  if (caller.session.aal === 'aal1' && (await hasVerifiedFactor(door.sql, caller.user.id))) {
    throw new AuthError('needsAal2ToLink')
  }
  const now = door.clock()
  await door.sql.begin(async (tx) => {
    // The lock keeps two concurrent removals from taking the last two identities.
    const user = await lockUser(tx, caller.user.id)
    if (!user) throw new AuthError('callerGone')
    await takeProof(c, tx, door, caller, now)
    const identities = await identitiesOf(tx, user.id)
    const gone = identities.find((identity) => identity.id === id)
    if (!gone) throw new AuthError('identityUnknown')
    if (identities.length === 1) throw new AuthError('identityOnly')
    await removeIdentity(tx, user, gone, now)
    const client = clientOf(c, door)
    await audit(tx, 'identity_unlinked', user, client, now, { provider: gone.provider })
    await notify(tx, door, 'identity_unlinked', user, { provider: gone.provider })
  })
  return c.json({})
}
