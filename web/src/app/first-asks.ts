/**
 * A slow phone reads code for a while before it knows what to ask. What a returning fan will look at is asked for before
 * that; whatever is missing here is asked for all the same, only later.
 */
import { apiHeaders } from '../lib/api-headers.ts'
import { askEarly } from '../lib/asked-early.ts'
import { config } from '../lib/config.ts'
import { paths } from '../lib/paths.ts'
import { callerHeaders, keptSession } from '../lib/supabase.ts'
import { wantedLanguage } from '../lib/wanted-language.ts'
import { wasLastFan } from '../session/last-fan.ts'
import { sessionUser } from '../session/session-user.ts'

/** As the dashboard and its header ask for them (features/projects/dashboard/api.ts, features/notifications/api.ts, lib/balance.ts). */
const DASHBOARD = [
  '/sample',
  '/projects?limit=24&search=&sort=newest',
  '/user-bids',
  '/balance',
  '/notifications?page=1&limit=6',
]

export function askFirst(): void {
  const kept = keptSession()
  const user = kept && sessionUser(kept)
  if (!user || user.owesSecondFactor) return
  const { url } = config()
  const { access_token: token } = kept
  // As the client asks for it (session/profile.ts).
  const single = callerHeaders(token, { Accept: 'application/vnd.pgrst.object+json' })
  askEarly(`${url}/rest/v1/users?select=*&uid=eq.${user.id}`, single)
  if (location.pathname !== paths.dashboard || !wasLastFan(user.id)) return
  const headers = apiHeaders(wantedLanguage(), token)
  for (const path of DASHBOARD) askEarly(`${url}/api/v1${path}`, headers)
}
