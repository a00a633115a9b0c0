import type { Context } from 'hono'
import { AuthError, detailsOf } from '../errors.ts'
import { type IdentityProvider, isSocialProvider, type SocialProvider } from '../identity-provider.ts'
import { beginVisit } from '../oauth-flows.ts'
import type { Door } from '../options.ts'
import { readChallenge } from '../pkce.ts'
import { PROVIDERS } from '../providers.ts'
import { requestedRedirect, withErrors } from '../redirects.ts'

/** The parameters meant for us; everything else in the query is for the provider. */
const OURS = new Set([
  'provider',
  'redirect_to',
  'scopes',
  'code_challenge',
  'code_challenge_method',
  'skip_http_redirect',
  'apikey',
  'invite_token',
])
/** Parameters of ours that a caller may not override. */
const NOT_THEIRS = new Set([
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
])

/** GET /authorize?provider=. Sends the browser to the provider. */
export async function authorize(c: Context, door: Door): Promise<Response> {
  try {
    return c.redirect(await addressAtProvider(c, door, null), 302)
  } catch (fault) {
    // Faults in the request are answered here; when the provider is unreachable, the browser is sent back to where it
    // came from with the error.
    if (fault instanceof AuthError) throw fault
    door.log.warn({ err: fault }, 'auth: a provider could not be reached')
    const details = detailsOf(new AuthError('providerFailed'))
    return c.redirect(withErrors(requestedRedirect(c, door), details), 302)
  }
}

/**
 * Begins a flow and resolves with the provider's address; `linkTo` is the account that gets the identity, null for a
 * sign-in. Throws the `challenge…` refusals, `providerUnknown`, `providerOff`.
 */
export async function addressAtProvider(c: Context, door: Door, linkTo: string | null): Promise<string> {
  const challenge = readChallenge({
    code_challenge: c.req.query('code_challenge') ?? '',
    code_challenge_method: c.req.query('code_challenge_method') ?? '',
  })
  const { name, provider } = enabledProvider(door, c.req.query('provider') ?? '')
  const redirectTo = requestedRedirect(c, door)
  const checks = await beginVisit(c, door, { provider: name, redirectTo, challenge, linkTo })
  const query = Object.entries(c.req.query())
  const extra = Object.fromEntries(query.filter(([key]) => !OURS.has(key) && !NOT_THEIRS.has(key)))
  const scopes = (c.req.query('scopes') ?? '').split(/[\s,]+/).filter(Boolean)
  return provider.begin(`${door.apiUrl}/callback`, checks, scopes, extra)
}

function enabledProvider(door: Door, name: string): { name: SocialProvider; provider: IdentityProvider } {
  if (!PROVIDERS.includes(name)) throw new AuthError('providerUnknown', { provider: name })
  const provider = isSocialProvider(name) ? door.identityProviders[name] : undefined
  if (!provider) throw new AuthError('providerOff')
  return { name: name as SocialProvider, provider }
}
