/**
 * Who gets the units that come free. Units are given out in the order in which they came free, each to the best
 * bid then standing; a unit that finds no bid waits, and goes to the first bid that arrives.
 */
import { compareBids } from './bid.ts'

/** A unit whose holder's window ended at `freedAt` (milliseconds since 1970); `tokenId` is the token that ended. */
export type Freed = { tokenId: number; freedAt: number }

/** The order in which tokens that are due are settled: by their end, then by id. */
export function compareFreed(a: Freed, b: Freed): number {
  return a.freedAt - b.freedAt || a.tokenId - b.tokenId
}

/** True when a unit freed at that instant is still sold: at `expiredAt` and after it the project is closed. */
export function isResold(freedAt: number, expiredAt: number): boolean {
  return freedAt < expiredAt
}

/**
 * Pairs freed units with standing bids. Bids are pairwise of different fans (one active bid each), so the n-th
 * unit goes to the n-th best bid. Answers null where no bid is left.
 */
export function award<Unit extends Freed, Bid extends { id: number; amount: number }>(
  units: readonly Unit[],
  standing: readonly Bid[],
): { unit: Unit; bid: Bid | null }[] {
  const best = standing.toSorted(compareBids)
  return units.toSorted(compareFreed).map((unit, index) => ({ unit, bid: best[index] ?? null }))
}
