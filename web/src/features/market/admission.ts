/** Whether a fan can bid on a project (specification, section 8). */
import type { ProjectWire } from '#server/product/projects/wire.ts'
import type { TurnedAway } from '../payments/public.ts'

/** An auction begins when the first lot is sold out, and is for those who hold no $TUNE of the project. */
export function auctionTurnsAway(project: Pick<ProjectWire, 'phase' | 'hasProject'>): TurnedAway | null {
  if (project.phase === 'closed') return 'ended'
  if (project.phase === 'first_lot') return 'noAccess'
  return project.hasProject ? 'owned' : null
}
