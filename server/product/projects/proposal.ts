/** What an accepted proposal contributes to the project made from it. */

import type { Sql } from '../../platform/db/sql.ts'
import type { ProposalToProjectWire } from './wire.ts'

/** Null for one that was not accepted, and where there is none. */
export async function findAcceptedProposal(sql: Sql, id: number): Promise<ProposalToProjectWire | null> {
  const [row] = await sql<ProposalToProjectWire[]>`
    select proposal.id, message, coalesce(full_name, nickname, '') as name,
      coalesce(artists.name, full_name, nickname, '') as author,
      coalesce(artists.wallet, users.wallet) as "authorWallet", artists.id is not null as "looksAfter"
    from register_projects proposal
    join users on users.uid = proposal.user_id
    left join private.artist_accounts accounts on accounts.user_id = users.uid and ended_at is null
    left join private.artists on artists.id = artist_id
    where proposal.id = ${id} and status = 'accepted'`
  return row ?? null
}
