/** Whether a project has an auction for this fan (specification, section 8). */
import type { ProjectWire } from '#server/product/projects/wire.ts'
import type { TurnedAway } from '../../checkout/project-gate.tsx'

/** An auction begins when the first lot is sold, and is for those who do not hold a $TUNE of it. */
export function auctionTurnsAway(project: Pick<ProjectWire, 'phase' | 'hasProject'>): TurnedAway | null {
  if (project.phase === 'closed') return 'closed'
  return project.phase === 'first_lot' || project.hasProject ? 'noAccess' : null
}
