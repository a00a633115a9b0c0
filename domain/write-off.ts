/** A debt that a dispute left on a wallet and that the platform writes off. */
import type { Transitions } from './transitions.ts'

export const WRITE_OFF_STATUSES = ['requested', 'done', 'rejected'] as const
export type WriteOffStatus = (typeof WRITE_OFF_STATUSES)[number]

export const WRITE_OFF_TRANSITIONS: Transitions<WriteOffStatus> = {
  requested: ['done', 'rejected'],
  done: [],
  rejected: [],
}
