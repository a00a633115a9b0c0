import type { AdminProjectPageWire } from '#domain/wire/admin-project.ts'

export type ProjectState = 'waiting' | 'draft' | 'first_lot' | 'auction' | 'paused' | 'closed'

/** The one word for how a project stands; texts are `projects-back-office:states`. */
export function stateOf(
  project: Pick<AdminProjectPageWire, 'phase' | 'isActive' | 'isPaused' | 'contractAddress'>,
): ProjectState {
  if (project.phase === 'closed') return 'closed'
  if (!project.isActive) return project.contractAddress === null ? 'waiting' : 'draft'
  return project.isPaused ? 'paused' : project.phase
}
