/** The bids to place: never one that the rules refuse. */

import type { PlannedBid } from './bid-load.ts'
import type { Seeded } from './seed.ts'

const LOWEST = 1000
const SPAN = 900_000
/** Coprime to the range: amounts come in no order, and each once. */
const STRIDE = 7919

export type BidPlan = {
  /** A bid by each fan for the project with that index, which no fan has bid for. */
  hot: (project: number, count?: number) => PlannedBid[]
  /**
   * A bid by each fan, spread evenly over `auctions` projects from index `first`: different ones for each at every
   * call.
   */
  spread: (first: number, auctions: number) => PlannedBid[]
}

export function planBids({ fans, projects }: Seeded): BidPlan {
  let placed = 0
  let turn = 0
  const bid = (fan: number, project: number): PlannedBid => ({
    fan,
    project: projects[project]?.uid as string,
    amount: LOWEST + ((placed++ * STRIDE) % SPAN),
  })
  return {
    hot: (project, count = fans.length) => Array.from({ length: count }, (_, fan) => bid(fan, project)),
    spread(first, auctions) {
      turn++
      return fans.map((_, fan) => bid(fan, first + ((fan * 7 + turn) % auctions)))
    },
  }
}
