/**
 * Requests the data of a returning fan's first screen before the code that renders it has loaded, which takes a
 * slow phone a while. Anything missing here is requested later, by that code.
 */
import type { CallName, CallRequest } from '#server/product/calls.ts'
import { apiHeaders } from '../lib/api-headers.ts'
import { addressOf, type CallArguments } from '../lib/call-address.ts'
import { config } from '../lib/config.ts'
import { fetchEarly } from '../lib/early-fetches.ts'
import { paths } from '../lib/paths.ts'
import { preferredLanguage } from '../lib/preferred-language.ts'
import { callerHeaders, validSession } from '../lib/supabase.ts'
import { wasLastFan } from '../session/last-fan.ts'
import { sessionUser } from '../session/session-user.ts'

/** In the order in which they are needed. */
function dashboardAddresses(): string[] {
  // The contract checks names and parameters; that the screen makes the same requests, a journey does.
  const of = <Name extends CallName>(name: Name, request: CallRequest<Name> & CallArguments) =>
    addressOf(name, request)
  return [
    of('GET /sample', {}),
    of('GET /projects', { query: { limit: 24, search: '', sort: 'newest' } }),
    of('GET /user-bids', {}),
    of('GET /user-projects', { query: { limit: 60 } }),
    of('GET /balance', {}),
    of('GET /notifications', { query: { page: 1, limit: 6 } }),
  ]
}

export function sendEarlyRequests(): void {
  const kept = validSession()
  const user = kept && sessionUser(kept)
  if (!user || user.owesSecondFactor) return
  const { url } = config()
  const { access_token: token } = kept
  // As the client requests it (session/profile.ts).
  const single = callerHeaders(token, { Accept: 'application/vnd.pgrst.object+json' })
  fetchEarly(`${url}/rest/v1/users?select=*&uid=eq.${user.id}`, single)
  if (location.pathname !== paths.dashboard || !wasLastFan(user.id)) return
  const headers = apiHeaders(preferredLanguage(), token)
  for (const address of dashboardAddresses()) fetchEarly(url + address, headers)
}
