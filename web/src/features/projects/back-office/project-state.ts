import type { ProjectState } from '#domain/project.ts'
import type { AdminProjectPageWire } from '#server/product/projects/wire.ts'

/** A project's state in one word; the texts are `projects-back-office:states`. */
export function stateOf(
  project: Pick<AdminProjectPageWire, 'phase' | 'isActive' | 'isPaused' | 'contractAddress'>,
): ProjectState {
  if (project.phase === 'closed') return 'closed'
  if (!project.isActive) return project.contractAddress === null ? 'waiting' : 'draft'
  return project.isPaused ? 'paused' : project.phase
}
