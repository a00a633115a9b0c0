import type { Context } from 'hono'
import { parseRows } from '#server/platform/db/rows.ts'
import { clientOf, isUuid } from '../addresses.ts'
import { audit } from '../audit.ts'
import type { Caller } from '../caller.ts'
import { AuthError } from '../errors.ts'
import { hasVerifiedFactor } from '../factors.ts'
import { notify } from '../notices.ts'
import type { Door } from '../options.ts'
import { requireProof } from '../proofs.ts'
import { mayLink } from '../settings.ts'
import { identityRow, jsonOf, lockUser } from '../users.ts'

/** DELETE /user/identities/{id}. The last way into an account cannot be removed. */
export async function unlinkIdentity(c: Context, door: Door, caller: Caller): Promise<Response> {
  if (!mayLink(door)) throw new AuthError('manualLinkingDisabled')
  const id = c.req.param('identityId') ?? ''
  if (!isUuid(id)) throw new AuthError('identityNotUuid')
  if (caller.session.aal === 'aal1' && (await hasVerifiedFactor(door.sql, caller.user.id))) {
    throw new AuthError('needsAal2ToLink')
  }
  await requireProof(door, caller)
  const now = door.clock()
  await door.sql.begin(async (tx) => {
    // The lock keeps two concurrent removals from taking the last two identities.
    const user = await lockUser(tx, caller.user.id)
    if (!user) throw new AuthError('callerGone')
    const identities = parseRows(
      identityRow,
      await tx`
        select * from auth.identities where user_id = ${user.id} order by created_at, id`,
    )
    const gone = identities.find((identity) => identity.id === id)
    if (!gone) throw new AuthError('identityUnknown')
    const left = identities.filter((identity) => identity !== gone).map(({ provider }) => provider)
    if (left.length === 0) throw new AuthError('identityOnly')
    await tx`delete from auth.identities where id = ${gone.id}`
    const app = { ...user.raw_app_meta_data, provider: left[0], providers: [...new Set(left)] }
    await tx`
      update auth.users set raw_app_meta_data = ${jsonOf(tx, app)}, updated_at = ${now} where id = ${user.id}`
    const client = clientOf(c, door)
    await audit(tx, 'identity_unlinked', user, client, now, { provider: gone.provider })
    await notify(tx, door, 'identity_unlinked', user, { provider: gone.provider })
  })
  return c.json({})
}
