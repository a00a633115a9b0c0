import type { Context } from 'hono'
import type { AuthCaller } from '../caller.ts'
import { AuthError } from '../errors.ts'
import { hasVerifiedFactor } from '../factors.ts'
import { mayLink } from '../identities.ts'
import type { Door } from '../options.ts'
import { takeProof } from '../proofs.ts'
import { addressAtProvider } from './authorize.ts'

/** GET /user/identities/authorize?provider=. Begins a flow that adds an identity to the caller's account. */
export async function linkAnIdentity(c: Context, door: Door, caller: AuthCaller): Promise<Response> {
  const { user, session } = caller
  if (!mayLink(door)) throw new AuthError('manualLinkingDisabled')
  if (session.aal === 'aal1' && (await hasVerifiedFactor(door.sql, user.id))) {
    throw new AuthError('needsAal2ToLink')
  }
  await takeProof(c, door.sql, door, caller, door.clock())
  const url = await addressAtProvider(c, door, user.id)
  return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302)
}
