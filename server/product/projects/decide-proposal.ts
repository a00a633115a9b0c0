/** The decision on a project proposal: read, answered, accepted or declined, mailed to the fan. */
import { PROPOSAL_TRANSITIONS, type ProposalStatus } from '#domain/proposal.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { mayBecome } from '#domain/transitions.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { enqueueMail } from '../outbox.ts'
import type { ProposalDecision } from './proposal-contract.ts'

const DEEDS = { read: 'read', answered: 'answer', accepted: 'accept', declined: 'decline' } as const

type Row = { status: ProposalStatus; email: string; language: 'pt' | 'en' }

/** Repeating a decision changes nothing and mails nobody; a decision is final. */
export function decideProposal(
  sql: Sql,
  id: number,
  decision: ProposalDecision,
  by: Actor,
): Promise<Result<{ status: ProposalStatus }>> {
  return transact(sql, async (tx) => {
    const [row] = await tx<Row[]>`
      select status, email, language
      from register_projects
      join users on users.uid = register_projects.user_id
      where register_projects.id = ${id}
      for update of register_projects`
    if (!row) return refuse('proposal_not_found')
    const { status } = decision
    if (row.status === status) return ok({ status })
    if (!mayBecome(PROPOSAL_TRANSITIONS, row.status, status)) return refuse('proposal_decided')
    const message = 'message' in decision ? (decision.message ?? null) : null
    const isOver = PROPOSAL_TRANSITIONS[status].length === 0
    await tx`
      update register_projects
      set status = ${status}, answer = coalesce(${message}, answer),
        decided_at = ${isOver ? tx`clock_timestamp()` : null}
      where id = ${id}`
    await audit(tx, by, {
      action: `proposal.${DEEDS[status]}`,
      subject: String(id),
      before: { status: row.status },
      after: { status, ...(message !== null && { message }) },
    })
    if (status !== 'read') {
      await enqueueMail(tx, {
        to: row.email,
        language: row.language,
        template: `proposal_${status}`,
        data: message === null ? {} : { [status === 'accepted' ? 'words' : 'message']: message },
      })
    }
    return ok({ status })
  })
}
