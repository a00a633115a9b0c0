import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { Tx } from '#server/platform/db/sql.ts'
import { type Client, clientOf } from '../addresses.ts'
import { AuthError, asAuthError, detailsOf } from '../errors.ts'
import type { ProviderPerson } from '../identity-provider.ts'
import { takeVisit, type Visit } from '../oauth-flows.ts'
import type { Door } from '../options.ts'
import { withErrors, withQuery } from '../redirects.ts'
import { openSession, withSession } from '../sessions.ts'
import { accountOf, linkIdentity } from '../social-accounts.ts'

/**
 * GET and POST /callback: the browser returns from a provider. Always redirects: with a session in the fragment, with
 * a code in the query under PKCE, or with an error in both.
 */
export async function callback(c: Context, door: Door): Promise<Response> {
  const given = await parametersOf(c)
  const visit = await takeVisit(c, door, door.sql, given.get('state') ?? '')
  if (!visit) {
    const details = {
      error: 'invalid_request',
      error_code: 'bad_oauth_state',
      error_description: 'OAuth callback with invalid state',
    }
    return c.redirect(withErrors(door.siteUrl, details), 303)
  }
  try {
    const person = await personBehind(door, visit, given)
    const client = clientOf(c, door)
    return c.redirect(await door.sql.begin((tx) => arrive(tx, door, visit, person, client)), 302)
  } catch (fault) {
    const error = asAuthError(fault, door.log)
    const details = detailsOf(error)
    // The provider's own error code, such as access_denied when the person cancelled.
    if (error.refusal === 'providerRefused') details.error = given.get('error') || details.error
    return c.redirect(withErrors(visit.referrer, details), 302)
  }
}

/** Apple posts a form, the others use the query. */
async function parametersOf(c: Context): Promise<URLSearchParams> {
  if (c.req.method === 'POST') return new URLSearchParams(await c.req.text())
  return new URL(c.req.url).searchParams
}

async function personBehind(door: Door, visit: Visit, given: URLSearchParams): Promise<ProviderPerson> {
  const provider = door.identityProviders[visit.provider_type]
  if (!provider) throw new AuthError('providerOff')
  if (given.has('error')) {
    const description = given.get('error_description') || given.get('error') || ''
    throw new AuthError('providerRefused', { description: description.slice(0, 200) })
  }
  const checks = { state: visit.id, nonce: visit.nonce, verifier: visit.provider_verifier }
  try {
    return await provider.finish(new URL(`${door.apiUrl}/callback?${given}`), checks)
  } catch (fault) {
    door.log.warn({ err: fault, provider: visit.provider_type }, 'auth: a provider answer was not accepted')
    throw new AuthError('providerFailed')
  }
}

/** Resolves with the address to redirect to. */
async function arrive(
  tx: Tx,
  door: Door,
  visit: Visit,
  person: ProviderPerson,
  client: Client,
): Promise<string> {
  const now = door.clock()
  const arrival = { provider: visit.provider_type, person, client }
  const user = visit.linking_target_id
    ? await linkIdentity(tx, door, visit.linking_target_id, arrival, now)
    : await accountOf(tx, door, arrival, now)
  if (visit.pkce) {
    const code = randomUUID()
    await tx`
      update auth.flow_state
      set user_id = ${user.id}, auth_code = ${code}, auth_code_issued_at = ${now}, updated_at = ${now}
      where id = ${visit.id}`
    return withQuery(visit.referrer, new URLSearchParams({ code }))
  }
  await tx`delete from auth.flow_state where id = ${visit.id}`
  return withSession(visit.referrer, await openSession(tx, door, user, 'oauth', client, now))
}
