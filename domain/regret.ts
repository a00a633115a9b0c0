/**
 * The right of regret (Brazilian consumer law, article 49): who bought from a distance may undo it within seven days. A
 * first play begins the service, which its fan has asked for, and ends the right; so does the end of the window, when
 * the unit has gone on. Won bids are purchases like any other.
 */
import type { Refusal } from './refusal.ts'
import { isPlayed, type SongStatus, type TokenStatus } from './token.ts'

export const REGRET_DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000

export type RegretView = {
  status: TokenStatus
  statusSong: SongStatus
  /** Milliseconds since 1970. */
  boughtAt: number
  willExpireAt: number | null
}

/** Says why a purchase may not be undone at the instant `now` (milliseconds since 1970), or null when it may. */
export function checkRegret(token: RegretView | null, now: number): Refusal | null {
  if (!token) return 'token_not_found'
  if (token.status === 'pending') return 'token_not_playable'
  if (isPlayed(token.statusSong)) return 'regret_after_play'
  if (token.status !== 'minted' || token.willExpireAt === null || now >= token.willExpireAt)
    return 'token_ended'
  if (now >= token.boughtAt + REGRET_DAYS * DAY_MS) return 'regret_too_late'
  return null
}
