/**
 * Which session a recovery link opened. The auth client reports it once, when the link is followed; a reloaded
 * page or another tab has to know it too.
 */
import { inBrowser } from '../lib/browser-storage.ts'
import { claimsOf } from './claims.ts'

export const RECOVERY_KEY = 'tune-recovering'
/** Of these sessions, the one that chooses a password because the sign-up's was dropped. */
const DROPPED_KEY = 'tune-password-dropped'

export const rememberRecovery = (token: string): void => remember(RECOVERY_KEY, token)
export const rememberDropped = (token: string): void => remember(DROPPED_KEY, token)

function remember(key: string, token: string): void {
  const session = claimsOf(token).session_id
  if (typeof session === 'string') inBrowser.write(key, session)
}

/**
 * Whether the server opened the session for setting a new password: by a recovery link, or because the password of the
 * sign-up was dropped (server/doors/auth/whose-account.ts).
 */
export function opensForNewPassword(token: string): boolean {
  const { amr } = claimsOf(token)
  return Array.isArray(amr) && amr.some((entry) => entry?.method === 'recovery')
}

/** Whether the token belongs to that session. */
export const isRecovery = (token: string): boolean => isRemembered(RECOVERY_KEY, token)
export const isDropped = (token: string): boolean => isRemembered(DROPPED_KEY, token)

function isRemembered(key: string, token: string): boolean {
  const session = claimsOf(token).session_id
  return typeof session === 'string' && inBrowser.read(key) === session
}
