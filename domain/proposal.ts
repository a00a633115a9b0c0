/** A fan's project proposal, from its arrival to the decision on it. */
import type { Transitions } from './transitions.ts'

export const PROPOSAL_STATUSES = ['received', 'read', 'answered', 'accepted', 'declined'] as const
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number]

export const PROPOSAL_TRANSITIONS: Transitions<ProposalStatus> = {
  received: ['read', 'answered', 'accepted', 'declined'],
  read: ['answered', 'accepted', 'declined'],
  answered: ['accepted', 'declined'],
  accepted: [],
  declined: [],
}
