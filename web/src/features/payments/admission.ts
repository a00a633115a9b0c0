/** Whether a project can be bought on its payment page at all (specification, section 8). */
import type { ProjectWire } from '#server/product/projects/wire.ts'
import type { TurnedAway } from './checkout/project-gate.tsx'

/**
 * The first reason in the server's own order; `now` is milliseconds since 1970. `owned` is checked here only: the server refuses a second $TUNE
 * only after the form. Whoever has one may give another away (`giving`).
 */
export function turnedAway(
  project: Pick<ProjectWire, 'phase' | 'isPaused' | 'opensAt' | 'totalAvailable' | 'hasProject'>,
  now: number,
  giving: boolean,
): TurnedAway | null {
  if (project.phase === 'closed') return 'closed'
  if (project.isPaused) return 'paused'
  if (project.opensAt !== null && Date.parse(project.opensAt) > now) return 'notOpen'
  if (project.phase === 'auction') return project.hasProject ? 'owned' : 'auction'
  if (project.totalAvailable < 1) return 'unavailable'
  return project.hasProject && !giving ? 'owned' : null
}
