/** A browser has one session: where another of the same account has taken its place, the one before ends. */
import { config } from '../lib/config.ts'
import { callerHeaders, storedSession } from '../lib/supabase.ts'
import { claimsOf } from './claims.ts'

export async function endReplaced(before: ReturnType<typeof storedSession>): Promise<void> {
  const now = storedSession()
  if (!before || now?.user.id !== before.user.id) return
  if (claimsOf(now.access_token).session_id === claimsOf(before.access_token).session_id) return
  // Unheard, it stays in the list of sessions, from where it can be ended.
  await fetch(`${config().url}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: callerHeaders(before.access_token),
  }).catch(() => undefined)
}
