/** POST /admin/withdrawals/{uid}/approve, /admin/withdrawals/{uid}/reject {reason} and /admin/proposals/{id}. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { MESSAGE_MAX } from '#domain/request.ts'
import type { ProposalDecision } from '#domain/wire/admin-requests.ts'
import { answer, refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readBody, readUid } from '../api/input.ts'
import { administrator } from '../back-office/administrator.ts'
import { readNumber, reasonBody, words } from '../back-office/read.ts'
import { decideProposal } from '../projects/decide-proposal.ts'
import { findAcceptedProposal } from '../projects/proposal.ts'
import { approveWithdrawal, rejectWithdrawal } from './decide-withdrawal.ts'

export const decision = v.variant('status', [
  v.object({ status: v.picklist(['read', 'accepted']) }),
  v.object({ status: v.picklist(['answered', 'declined']), message: words(MESSAGE_MAX) }),
])

export function postApproval(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const uid = readUid(c)
    if (!uid) return refusal(c, 'withdrawal_not_found')
    const aloneUpTo = ctx.env.WITHDRAWAL_SECOND_PERSON_ABOVE
    return answer(c, await approveWithdrawal(ctx.sql, uid, administrator(c), aloneUpTo))
  }
}

export function postRejection(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const uid = readUid(c)
    if (!uid) return refusal(c, 'withdrawal_not_found')
    const input = await readBody(c, reasonBody)
    if (!input) return refusal(c, 'malformed')
    return answer(c, await rejectWithdrawal(ctx.sql, uid, input.reason, administrator(c)))
  }
}

export function getProposal(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const id = readNumber(c)
    const proposal = id === null ? null : await findAcceptedProposal(ctx.sql, id)
    return proposal ? c.json({ data: proposal }) : refusal(c, 'proposal_not_found')
  }
}

export function postProposal(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const id = readNumber(c)
    if (id === null) return refusal(c, 'proposal_not_found')
    const input = await readBody(c, decision)
    if (!input) return refusal(c, 'malformed')
    return answer(c, await decideProposal(ctx.sql, id, input as ProposalDecision, administrator(c)))
  }
}
