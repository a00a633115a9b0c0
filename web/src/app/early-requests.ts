/**
 * Requests the data of a returning fan's first screen before the code that renders it has loaded, which takes a
 * slow phone a while. Anything missing here is requested later, by that code.
 */
import { apiHeaders } from '../lib/api-headers.ts'
import { config } from '../lib/config.ts'
import { fetchEarly } from '../lib/early-fetches.ts'
import { paths } from '../lib/paths.ts'
import { preferredLanguage } from '../lib/preferred-language.ts'
import { callerHeaders, validSession } from '../lib/supabase.ts'
import { wasLastFan } from '../session/last-fan.ts'
import { sessionUser } from '../session/session-user.ts'

/**
 * As the dashboard and its header request them (features/projects/dashboard/api.ts,
 * features/notifications/api.ts, lib/balance.ts, lib/tokens.ts).
 */
const DASHBOARD = [
  '/sample',
  '/projects?limit=24&search=&sort=newest',
  '/user-bids',
  '/user-projects?limit=60',
  '/balance',
  '/notifications?page=1&limit=6',
]

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
  for (const path of DASHBOARD) fetchEarly(`${url}/api/v1${path}`, headers)
}
