/**
 * The cooling-off right (Brazilian consumer law, article 49): a purchase made at a distance may be cancelled within
 * seven days. The first play begins the service at the fan's request and ends the right; so does the end of the
 * window, once the unit has moved on. Won bids are purchases like any other.
 */
import type { Refusal } from './refusal.ts'
import { isPlayed, type SongStatus, type TokenStatus } from './token.ts'

export const COOLING_OFF_DAYS = 7
/**
 * Whoever has regretted so many tokens of one project, or taken back so many gifts of it, within so many days buys and bids for no
 * further one until fewer are left of them. The right itself has no limit; without this one a price that nobody pays could be put on the public
 * record, and a first lot be ended, as often as somebody likes. `market.refusal_of_purchase` and `market.refusal_of_offer`
 * follow it.
 */
export const MOST_REGRETS = 2
export const REGRET_MEMORY_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

export type CoolingOffView = {
  status: TokenStatus
  statusSong: SongStatus
  /** Milliseconds since 1970. */
  boughtAt: number
  willExpireAt: number | null
}

/**
 * The reason why a purchase may not be cancelled at the instant `now` (milliseconds since 1970), or null when it may.
 */
export function checkCoolingOff(token: CoolingOffView | null, now: number): Refusal | null {
  if (!token) return 'token_not_found'
  if (token.status === 'pending') return 'token_not_playable'
  if (isPlayed(token.statusSong)) return 'regret_after_play'
  if (token.status !== 'minted' || token.willExpireAt === null || now >= token.willExpireAt)
    return 'token_ended'
  if (now >= token.boughtAt + COOLING_OFF_DAYS * DAY_MS) return 'regret_too_late'
  return null
}
