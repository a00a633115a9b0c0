/** Fans' project proposals. */

import en from '#i18n/en/projects-back-office.json' with { type: 'json' }
import pt from '#i18n/pt/projects-back-office.json' with { type: 'json' }
import { csvTime } from '../../platform/csv.ts'
import { sentBy, telOf } from '../back-office/by-person.ts'
import { within } from '../back-office/filters.ts'
import { type AdminList, beyond, inOrder, page } from '../back-office/list.ts'
import { peopleNamed } from '../back-office/matches.ts'
import type { AdminProposalWire } from './wire.ts'

const STATUSES = { pt: pt.proposal.statuses, en: en.proposal.statuses }

export const proposals: AdminList<AdminProposalWire> = {
  async read(sql, query) {
    const id = sql`proposal.id`
    const people = query.search ? await peopleNamed(sql, query) : []
    const rows = await sql<(Omit<AdminProposalWire, 'createdAt'> & { createdAt: Date })[]>`
      select proposal.id, message, status, answer, proposal.created_at as "createdAt",
        json_build_object(
          'uid', users.uid, 'fullName', full_name, 'nickname', nickname, 'email', email, 'photoUrl', photo_url,
          'tel', ${telOf(sql)}
        ) as user
      from register_projects proposal
      join users on users.uid = proposal.user_id
      where ${beyond(sql, id, query)} and ${sentBy(sql, sql`proposal.user_id`, query, people)}
        and ${within(sql, query.filters, {
          status: sql`proposal.status`,
          at: sql`proposal.created_at`,
          person: sql`proposal.user_id`,
        })}
      ${inOrder(sql, id, query)}`
    return page(
      rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
      query,
    )
  },
  columns: {
    number: ({ id }) => String(id),
    name: ({ user }) => user.fullName ?? '',
    email: ({ user }) => user.email,
    phone: ({ user }) => user.tel ?? '',
    proposal: ({ message }) => message,
    status: ({ status }, language) => STATUSES[language][status],
    answer: ({ answer }) => answer ?? '',
    sentAt: ({ createdAt }, language) => csvTime(createdAt, language),
  },
}
