/** What a token's card shows at an instant (specification, section 2, "Shelf"). */

import { checkCoolingOff } from '#domain/cooling-off.ts'
import { shareLeft } from '#domain/countdown.ts'
import { searchForm } from '#domain/search.ts'
import { isPlayed } from '#domain/token.ts'
import type { TokenWire } from '#server/product/access/contract.ts'

export type TokenState =
  /** Not minted yet: no card. */
  | 'hidden'
  /** Minted, play not pressed yet. */
  | 'locked'
  /** Played, and its window is open. */
  | 'open'
  /** Its window has ended; the server is reselling it. */
  | 'settling'
  | 'expired'
  | 'sold'

type Shown = Pick<TokenWire, 'status' | 'statusSong' | 'willExpireAt' | 'txSong'>

/** `now` is the server's time in milliseconds since 1970. */
export function tokenState(token: Shown, now: number): TokenState {
  switch (token.status) {
    case 'pending':
      return 'hidden'
    case 'expired':
      return 'expired'
    case 'solded':
      return 'sold'
    case 'minted':
      if (token.willExpireAt !== null && now >= Date.parse(token.willExpireAt)) return 'settling'
      return wasPlayed(token) ? 'open' : 'locked'
  }
}

/** A played token opens the player at once; any other asks first, because its window begins with the first play. */
export function wasPlayed(token: Pick<TokenWire, 'statusSong' | 'txSong'>): boolean {
  return token.txSong !== null || isPlayed(token.statusSong)
}

/** True where the window went by without a play; one that was taken back before ended earlier than its window. */
export function endedUnplayed(
  token: Pick<TokenWire, 'status' | 'statusSong' | 'txSong' | 'willExpireAt' | 'endedAt'>,
): boolean {
  const { status, willExpireAt, endedAt } = token
  const isOver = status === 'expired' || status === 'solded'
  return isOver && !wasPlayed(token) && endedAt !== null && endedAt === willExpireAt
}

/** How it came to its end; a server of the version before says nothing of `revokedFor`. */
type Ending = 'expired' | 'undone' | 'withdrawn' | 'refunded' | 'disputed' | 'takenBack'

export function endingOf({
  regretted,
  giver,
  revokedFor,
}: Pick<TokenWire, 'regretted' | 'giver'> & { revokedFor?: TokenWire['revokedFor'] | undefined }): Ending {
  if (regretted) return giver ? 'withdrawn' : 'undone'
  if (!revokedFor) return 'expired'
  if (giver) return 'takenBack'
  return revokedFor === 'refund' ? 'refunded' : 'disputed'
}

/** Whether the purchase can still be cancelled at the server's time `now`. */
export function mayCancelPurchase(
  token: Pick<TokenWire, 'status' | 'statusSong' | 'willExpireAt' | 'createdAt' | 'giver'>,
  now: number,
): boolean {
  const { status, statusSong, createdAt, willExpireAt } = token
  const view = {
    status,
    statusSong,
    boughtAt: Date.parse(createdAt),
    willExpireAt: willExpireAt === null ? null : Date.parse(willExpireAt),
  }
  // The right is whoever's paid.
  return token.giver === null && checkCoolingOff(view, now) === null
}

/** What undoing the purchase gives back, in centavos. */
export function givenBack(token: Pick<TokenWire, 'amount' | 'tip' | 'refunded'>): number {
  return token.amount + token.tip - token.refunded
}

/** What a fan would lose with the account: $TUNE whose purchase can still be undone, what that gives back, and the others that are live. */
export function tokensLeft(
  tokens: TokenWire[],
  now: number,
): { undoable: number; undoableAmount: number; live: number } {
  const live = tokens.filter((token) => ['hidden', 'locked', 'open'].includes(tokenState(token, now)))
  const undoable = live.filter((token) => mayCancelPurchase(token, now))
  const undoableAmount = undoable.reduce((sum, token) => sum + givenBack(token), 0)
  return { undoable: undoable.length, undoableAmount, live: live.length - undoable.length }
}

/** The share of the running window that is left, from 1 to 0. */
export function windowShare(
  token: Shown & { createdAt: string; project: { validPeriod: number } },
  now: number,
): number {
  if (token.willExpireAt === null) return 1
  const end = Date.parse(token.willExpireAt)
  const start = wasPlayed(token) ? end - token.project.validPeriod * 1000 : Date.parse(token.createdAt)
  return shareLeft(start, end, now)
}

/** Whether the search is part of the project's or the author's name, ignoring case and accents. */
export function matches(
  token: { project: { projectName: string; author: string } },
  search: string,
): boolean {
  const wanted = searchForm(search.trim())
  return [token.project.projectName, token.project.author].some((name) => searchForm(name).includes(wanted))
}
