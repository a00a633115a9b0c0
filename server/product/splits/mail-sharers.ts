/** Tells those whose agreement a change needs. */
import * as v from 'valibot'
import { parseRows } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { enqueueMail } from '../../platform/outbox.ts'

/** The accounts that act for them, where they have one and have not agreed yet. */
export async function mailSharers(tx: Tx, splitId: number): Promise<void> {
  const readers = parseRows(
    v.object({ to: v.string(), language: v.picklist(['pt', 'en']), artist: v.string(), project: v.string() }),
    await tx`
      select email as to, language, artists.name as artist, project_name as project
      from private.splits
      join projects on projects.id = project_id
      cross join lateral private.sharers(project_id) sharers
      join private.artists on artists.id = sharers.artist_id
      join private.artist_accounts accounts on accounts.artist_id = artists.id and accounts.ended_at is null
      join users on users.uid = user_id and users.is_active
      where splits.id = ${splitId} and status = 'proposed' and not exists (
        select from private.split_consents consents
        where consents.split_id = splits.id and consents.artist_id = artists.id
      )`,
  )
  for (const { to, language, ...data } of readers) {
    await enqueueMail(tx, { to, language, template: 'split_proposed', data })
  }
}
