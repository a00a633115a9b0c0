/** Whether a project can be bought on its payment page at all (specification, section 8). */
import type { ProjectWire } from '#server/product/projects/wire.ts'
import type { TurnedAway } from '../../checkout/project-gate.tsx'

/**
 * The first reason in the server's own order. `owned` is checked here only: the server refuses a second $TUNE
 * only after the form.
 */
export function turnedAway(
  project: Pick<ProjectWire, 'phase' | 'isPaused' | 'totalAvailable' | 'hasProject'>,
): TurnedAway | null {
  if (project.phase === 'closed') return 'closed'
  if (project.isPaused) return 'paused'
  if (project.phase === 'auction' || project.totalAvailable < 1) return 'unavailable'
  return project.hasProject ? 'owned' : null
}
