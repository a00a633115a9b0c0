/** Buying a unit of the first lot at its fixed price. */

import { MOST_REGRETS } from './cooling-off.ts'
import { type ProjectOnSale, type ProjectPhase, projectPhase } from './project.ts'
import type { Refusal } from './refusal.ts'

export type PurchaseView = {
  project: ProjectOnSale | null
  /** First-lot units that are neither held nor reserved. */
  available: number
  /** Whether they hold a live token already; never an obstacle to giving one away. */
  holdsLiveToken: boolean
  /** How many they have regretted of it lately (domain/cooling-off.ts). */
  regrets: number
  /** For a lot with an announced hour: that hour and the fan's turn, milliseconds since 1970. */
  opening: { opensAt: number; turnAt: number } | null
}

/**
 * The reason why a fan may not buy at the instant `now` (milliseconds since 1970), or null when they may. The order
 * is the design's: exists, published, not closed, not paused, opened, available, the fan's turn, not held already, not regretted again and again; then, when paying from the
 * wallet, `balance` in centavos must cover the price (null: the money comes from outside).
 */
export function checkPurchase(view: PurchaseView, balance: number | null, now: number): Refusal | null {
  const { project } = view
  if (!project) return 'project_not_found'
  if (!project.isActive) return 'project_not_published'
  const phase: ProjectPhase = projectPhase(project, now)
  if (phase === 'closed') return 'project_closed'
  if (project.isPaused) return 'project_paused'
  if (view.opening && now < view.opening.opensAt) return 'project_not_open'
  if (phase === 'auction' || view.available < 1) return 'sold_out'
  if (view.opening && now < view.opening.turnAt) return 'turn_not_come'
  if (view.holdsLiveToken) return 'already_owned'
  if (view.regrets >= MOST_REGRETS) return 'regretted_often'
  if (balance !== null && balance < project.fiatPrice) return 'insufficient_balance'
  return null
}
