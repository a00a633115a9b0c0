/** What an artist has earned and not been paid: `payable`, of which `free` may be paid out now. */
import * as v from 'valibot'
import { centavos, parseRows, parseSoleRow } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { OwedWire } from './earnings-wire.ts'
import { artistDetailWire } from './wire.ts'

const owedRow = v.object({
  ...artistDetailWire.entries.projects.item.entries,
  unplayedUntil: v.nullable(v.date()),
})

/** By project, the newest first. */
export async function readOwed(sql: Sql, id: number) {
  const rows = parseRows(
    owedRow,
    await sql`
      select projects.uid, project_name as "projectName", author, thumbnail, payable, free, unplayed,
        case when unplayed > 0 then (
          select max(will_expire_at) from mints
          where mints.project_id = projects.id and status = 'minted' and status_song = 'none'
        ) end as "unplayedUntil"
      from (
        select payable.project_id, sum(balance)::bigint as payable,
          sum(greatest(0, balance - private.kept_back(payable.project_id, artist_id, is_share)))::bigint as free,
          sum(least(balance, case
            when is_share then private.unearned_share(payable.project_id, artist_id)
            else private.unearned(payable.project_id)
          end))::bigint as unplayed
        from private.payable_accounts payable
        join ledger.accounts on accounts.id = account_id
        where artist_id = ${id}
        group by payable.project_id
      ) owed
      join projects on projects.id = owed.project_id
      order by projects.id desc`,
  )
  return rows.map((row) => ({ ...row, unplayedUntil: row.unplayedUntil?.toISOString() ?? null }))
}

/** Of all projects together. */
export function sumOwed(owed: readonly OwedWire[]): OwedWire {
  const sum = (of: 'payable' | 'free' | 'unplayed') => owed.reduce((all, one) => all + one[of], 0)
  const ends = owed.flatMap(({ unplayedUntil }) => unplayedUntil ?? []).toSorted()
  return {
    payable: sum('payable'),
    free: sum('free'),
    unplayed: sum('unplayed'),
    unplayedUntil: ends.at(-1) ?? null,
  }
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
