/**
 * Which session a recovery link opened. The auth client says it once, when the link is followed; a page that is loaded
 * anew, or another one, has to know it too.
 */
import { claimsOf } from './claims.ts'

const MEMORY = 'tune-recovering'

export function noteRecovery(token: string): void {
  const session = claimsOf(token).session_id
  if (typeof session === 'string') localStorage.setItem(MEMORY, session)
}

/** Whether the token belongs to that session. */
export function isRecovery(token: string): boolean {
  const session = claimsOf(token).session_id
  return typeof session === 'string' && localStorage.getItem(MEMORY) === session
}
