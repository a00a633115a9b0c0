import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import * as v from 'valibot'
import { clientOf } from '../addresses.ts'
import { flag, readBody, text, textUpTo } from '../body.ts'
import { BUDGET } from '../budget.ts'
import { requireUser } from '../caller.ts'
import { AuthError, OAuthError } from '../errors.ts'
import { hasVerifiedFactor } from '../factors.ts'
import { mayLink } from '../identities.ts'
import {
  type IdentityProvider,
  isSocialProvider,
  type ProviderPerson,
  type SocialProvider,
} from '../identity-provider.ts'
import type { Door } from '../options.ts'
import { takeProof } from '../proofs.ts'
import { answerSignedIn, openSession } from '../sessions.ts'
import { accountOf, linkIdentity } from '../social-accounts.ts'

const Body = v.object({
  provider: text,
  id_token: textUpTo(BUDGET.idToken.limit),
  client_id: text,
  issuer: text,
  nonce: text,
  link_identity: flag,
})

const ISSUERS: Record<SocialProvider, string> = {
  apple: 'https://appleid.apple.com',
  facebook: 'https://www.facebook.com',
  google: 'https://accounts.google.com',
}

/** POST /token?grant_type=id_token. Opens a session for an ID token that an application obtained from a provider. */
export async function tokenByIdToken(c: Context, door: Door): Promise<Response> {
  const body = await readBody(c, Body)
  if (!body.id_token) throw new OAuthError('invalid request', 'id_token required')
  if (!body.provider && (!body.client_id || !body.issuer)) {
    throw new OAuthError('invalid request', 'provider or client_id and issuer required')
  }
  const { provider: name } = body
  if (!isSocialProvider(name)) throw new AuthError('issuerOff', { issuer: body.issuer })
  const provider = door.identityProviders[name]
  if (!provider) throw new AuthError('issuerOff', { issuer: ISSUERS[name] })
  const linkTo = body.link_identity ? await linkingCaller(c, door) : null
  const person = await check(provider, body.id_token, body.nonce)
  const client = clientOf(c, door)
  const now = door.clock()
  const signedIn = await door.sql.begin(async (tx) => {
    const arrival = { provider: name, person, client }
    const user = linkTo
      ? await linkIdentity(tx, door, linkTo, arrival, now)
      : await accountOf(tx, door, arrival, now)
    return openSession(tx, door, user, 'oauth', client, now)
  })
  return answerSignedIn(c, signedIn)
}

/** The signed-in account that gets the identity. Throws as /user/identities/authorize does. */
async function linkingCaller(c: Context, door: Door): Promise<string> {
  const caller = await requireUser(c, door)
  const { user, session } = caller
  if (!mayLink(door)) throw new AuthError('manualLinkingDisabled')
  if (session.aal === 'aal1' && (await hasVerifiedFactor(door.sql, user.id)))
    throw new AuthError('needsAal2ToLink')
  await takeProof(c, door.sql, door, caller, door.clock())
  return user.id
}

/** The token carries the digest of a nonce that only its owner knows: having seen the token is not enough. */
async function check(provider: IdentityProvider, idToken: string, nonce: string): Promise<ProviderPerson> {
  const verified = await provider.verify(idToken)
  if ('fault' in verified) throw new OAuthError('invalid request', verified.fault)
  if (Boolean(nonce) !== Boolean(verified.nonce)) {
    throw new OAuthError(
      'invalid request',
      'Passed nonce and nonce in id_token should either both exist or not.',
    )
  }
  if (nonce && createHash('sha256').update(nonce).digest('hex') !== verified.nonce) {
    throw new OAuthError('invalid nonce', 'Nonces mismatch')
  }
  return verified.person
}
