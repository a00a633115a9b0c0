/**
 * Who gets the units that become free. Units are given out in the order in which they became free, each to the best
 * bid then standing; a unit that finds no bid waits, and goes to the first bid that arrives.
 */
import { compareBids } from './bid.ts'

/** A unit whose holder's window ended at `freedAt` (milliseconds since 1970); `tokenId` is the token that ended. */
export type Freed = { tokenId: number; freedAt: number }

/** The order in which due tokens are settled: by their end, then by id. */
export function compareFreed(a: Freed, b: Freed): number {
  return a.freedAt - b.freedAt || a.tokenId - b.tokenId
}

/** True when a unit freed at that instant is still sold: from `expiredAt` on the project is closed. */
export function isResold(freedAt: number, expiredAt: number): boolean {
  return freedAt < expiredAt
}

/**
 * Pairs freed units with standing bids. Each fan has at most one active bid, so the n-th unit goes to the n-th best
 * bid. Null where no bid is left. Bids of fans who hold a token of the project are not among `standing`: they wait until
 * it ends. `market.pair` in server/product/market/sql/settle.sql does the same.
 */
export function award<Unit extends Freed, Bid extends { id: number; amount: number }>(
  units: readonly Unit[],
  standing: readonly Bid[],
): { unit: Unit; bid: Bid | null }[] {
  const best = standing.toSorted(compareBids)
  return units.toSorted(compareFreed).map((unit, index) => ({ unit, bid: best[index] ?? null }))
}

/** Units that the next bids take at once: those waiting, less the bids that already stand. */
export function unitsFreeNow(waiting: number, standing: number): number {
  return Math.max(0, waiting - standing)
}

/**
 * What a standing bid may expect if nothing changes. `wins`: it gets one of the units that become free until `at`.
 * `behind`: the given number become free until `at`, and others get them all. `none`: no unit is known to become free
 * in time.
 */
export type Outlook =
  | { kind: 'wins'; at: number; units: number }
  | { kind: 'behind'; at: number; units: number }
  | { kind: 'none' }

/**
 * The outlook of the bid that ranks `rank` (1 for the best). `ends` are the ends of open windows, the soonest first,
 * `closesAt` the end of the project, all in milliseconds since 1970.
 */
export function outlook(rank: number, ends: readonly number[], closesAt: number): Outlook {
  const resold = ends.filter((end) => isResold(end, closesAt))
  const own = resold[rank - 1]
  if (own !== undefined) return { kind: 'wins', at: own, units: rank }
  const last = resold.at(-1)
  return last === undefined ? { kind: 'none' } : { kind: 'behind', at: last, units: resold.length }
}
