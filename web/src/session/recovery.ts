/**
 * Which session a recovery link opened. The auth client reports it once, when the link is followed; a reloaded
 * page or another tab has to know it too.
 */
import { claimsOf } from './claims.ts'

export const RECOVERY_KEY = 'tune-recovering'

export function rememberRecovery(token: string): void {
  const session = claimsOf(token).session_id
  if (typeof session === 'string') localStorage.setItem(RECOVERY_KEY, session)
}

/**
 * Whether the server opened the session for setting a new password: by a recovery link, or because the password of the
 * sign-up was dropped (server/doors/auth/sign-up-proof.ts).
 */
export function opensForNewPassword(token: string): boolean {
  const { amr } = claimsOf(token)
  return Array.isArray(amr) && amr.some((entry) => entry?.method === 'recovery')
}

/** Whether the token belongs to that session. */
export function isRecovery(token: string): boolean {
  const session = claimsOf(token).session_id
  return typeof session === 'string' && localStorage.getItem(RECOVERY_KEY) === session
}
