/** The calls about proposals of projects. Instants are ISO 8601 in UTC. */
import * as v from 'valibot'
import { PROPOSAL_STATUSES } from '#domain/proposal.ts'
import { MESSAGE_MAX } from '#domain/request.ts'
import { callsOfAdmins, data, words } from '../api/call.ts'
import { list } from '../back-office/contract.ts'
import { days, ofPerson, oneOf } from '../back-office/filters.ts'
import { adminProposalWire, proposalToProjectWire } from './wire.ts'

/** The next status and what is written to the fan. Whoever accepts may leave it at the mail’s own words. */
const decisionBody = v.variant('status', [
  v.object({ status: v.literal('read') }),
  v.object({ status: v.literal('accepted'), message: v.optional(words(MESSAGE_MAX)) }),
  v.object({ status: v.picklist(['answered', 'declined']), message: words(MESSAGE_MAX) }),
])
export type ProposalDecision = v.InferOutput<typeof decisionBody>

export const proposalCalls = callsOfAdmins({
  ...list('/admin/proposals', adminProposalWire, ['content'], 'Proposals of projects.', {
    filters: { status: oneOf('Only those of a status.', PROPOSAL_STATUSES), ...days, ...ofPerson },
  }),
  'GET /admin/proposals/{id}': {
    roles: ['content'],
    summary: 'An accepted proposal, for the form that makes a project of it.',
    answer: data(proposalToProjectWire),
    unknown: 'proposal_not_found',
  },
  'POST /admin/proposals/{id}': {
    roles: ['content'],
    summary: 'Decides a proposal.',
    body: decisionBody,
    answer: data(v.strictObject({ status: v.string() })),
    unknown: 'proposal_not_found',
    refusals: ['proposal_decided'],
  },
})
