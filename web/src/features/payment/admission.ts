/** Whether a project can be bought on its payment page at all (specification, section 8). */
import type { ProjectWire } from '#domain/wire/api.ts'

/** Why the page turns a fan away; the texts are `payment:buy.{reason}`. */
export type TurnedAway = 'closed' | 'unavailable'

export function turnedAway(project: Pick<ProjectWire, 'phase' | 'totalAvailable'>): TurnedAway | null {
  if (project.phase === 'closed') return 'closed'
  return project.phase === 'auction' || project.totalAvailable < 1 ? 'unavailable' : null
}
