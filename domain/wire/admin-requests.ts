/** What waits for an administrator's word, as it travels. Amounts are centavos, instants ISO 8601 in UTC. */
import type { PixKeyType } from '../pix-key.ts'
import type { ProposalStatus } from '../proposal.ts'
import type { WithdrawalStatus } from '../withdrawal.ts'
import type { WithdrawalWire } from './api.ts'
import type { OutgoingState } from './money-decisions.ts'

type RequesterWire = {
  uid: string
  fullName: string | null
  nickname: string | null
  email: string
  photoUrl: string | null
}

/**
 * What POST /admin/withdrawals/{uid}/approve answers. `counts` is false for somebody who came after those whose approval
 * was enough.
 */
export type ApprovedWithdrawalWire = WithdrawalWire & { counts: boolean }

/** GET /admin/withdrawals, and /admin/withdrawals-waiting for those that are not over. */
export type AdminWithdrawalWire = OutgoingState & {
  id: number
  uid: string
  user: RequesterWire
  pixKeyType: PixKeyType
  pixKey: string
  amount: number
  status: WithdrawalStatus
  reason: string | null
  /** The name under which the Banco Central knows the payment; null until it is paid. */
  endToEndId: string | null
  /** Who has approved it, the first one first. */
  approvals: { admin: string; email: string }[]
  /** Null unless an administrator rejected it. */
  rejectedBy: string | null
  /** True when the amount asks for two people. */
  isLarge: boolean
  createdAt: string
  endedAt: string | null
}

/** GET /admin/proposals. */
export type AdminProposalWire = {
  id: number
  user: RequesterWire & { tel: string | null }
  message: string
  status: ProposalStatus
  answer: string | null
  createdAt: string
}

/** GET /admin/proposals/{id}: an accepted one, for the form that makes a project of it. */
export type ProposalToProjectWire = {
  id: number
  message: string
  name: string
  /** Where the fan is paid on the chain; null for one who has none yet. */
  wallet: string | null
}

/** What POST /admin/proposals/{id} takes: the next status and, where the fan is written to, the words. */
export type ProposalDecision =
  | { status: 'read' }
  | { status: 'answered' | 'declined'; message: string }
  | { status: 'accepted' }
