/** What an artist has earned and not been paid: `payable`, of which `free` may be paid out now. */
import * as v from 'valibot'
import { centavos, parseRows, parseSoleRow } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { artistDetailWire } from './wire.ts'

export async function readOwed(sql: Sql, id: number) {
  return parseRows(
    artistDetailWire.entries.projects.item,
    await sql`
      select projects.uid, project_name as "projectName", author, thumbnail, payable, free
      from (
        select payable.project_id, sum(balance)::bigint as payable,
          sum(greatest(0, balance - private.kept_back(payable.project_id, artist_id, is_share)))::bigint as free
        from private.payable_accounts payable
        join ledger.accounts on accounts.id = account_id
        where artist_id = ${id}
        group by payable.project_id
      ) owed
      join projects on projects.id = owed.project_id
      order by projects.id desc`,
  )
}

/** How much of what an artist may be paid now was paid by card lately, in centavos: `private.fresh_card_part`. */
export async function readFreshCard(sql: Sql, id: number): Promise<number> {
  const { fresh } = parseSoleRow(
    v.object({ fresh: centavos }),
    await sql`
      select coalesce(sum(least(
        greatest(0, balance - private.kept_back(payable.project_id, artist_id, is_share)),
        private.fresh_card_part(payable.project_id, artist_id, is_share)
      )), 0)::bigint as fresh
      from private.payable_accounts payable
      join ledger.accounts on accounts.id = account_id
      where artist_id = ${id}`,
  )
  return fresh
}
