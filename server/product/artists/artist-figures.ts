/** What the holder of a link sees: the figures of one artist's projects, and nothing about any fan. */
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { parseRow, parseRows, rowId } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { readMoney } from '../projects/public.ts'
import { type ArtistFiguresWire, artistFiguresWire } from './earnings-wire.ts'

/** The newest ones; more than any artist has. */
const PROJECTS_SHOWN = 100

const projectRow = v.omit(artistFiguresWire.entries.projects.item, ['volume', 'tips', 'share'])

/** Null for a link that never existed, has expired or was revoked: nobody can tell which. */
export async function findArtistFigures(sql: Sql, token: string): Promise<ArtistFiguresWire | null> {
  const digest = createHash('sha256').update(token).digest()
  const link = parseRow(
    v.object({ id: rowId, name: v.string(), expiresAt: v.date(), at: v.date() }),
    await sql`
      select artists.id, name, expires_at as "expiresAt", clock_timestamp() as at
      from private.artist_links
      join private.artists on artists.id = artist_id
      where digest = ${digest} and revoked_at is null and expires_at > now()`,
  )
  if (!link) return null
  const projects = await readWorkFigures(sql, link.id)
  return { name: link.name, at: link.at.toISOString(), expiresAt: link.expiresAt.toISOString(), projects }
}

/**
 * The figures of an artist's published works and of those that others share with them, the newest first. What is theirs is theirs
 * alone: `share` is what they have earned in all, and `basisPoints` their share from now on.
 */
export async function readWorkFigures(sql: Sql, artistId: number): Promise<ArtistFiguresWire['projects']> {
  const rows = parseRows(
    projectRow,
    await sql`
      select projects.uid, project_name as "projectName", author, thumbnail, total_supply as supply,
        sales.sales::integer as sold, sales.undone::integer, sales.refunded::integer, market.holders_of(projects.id)::integer as holders, standing,
        coalesce((
          select basis_points from private.sharers(projects.id) where artist_id = ${artistId}
        ), 0) as "basisPoints",
        (owed.balance + coalesce(parts.open, 0))::float8 as payable, coalesce(parts.paid, 0)::float8 as paid
      from (
        select project_id, sum(balance) as balance
        from private.payable_accounts
        join ledger.accounts on accounts.id = account_id
        where artist_id = ${artistId}
        group by project_id
      ) owed
      join projects on projects.id = owed.project_id
      join market.state on state.project_id = projects.id
      cross join lateral market.sales_of(projects.id) sales
      cross join lateral (
        select sum(part.amount) filter (where status in ('requested', 'approved')) as open,
          sum(part.amount) filter (where status = 'paid') as paid
        from private.artist_payout_parts part
        join private.artist_payouts payouts on payouts.id = payout_id
        where part.project_id = projects.id and payouts.artist_id = ${artistId}
      ) parts
      where is_active
      order by projects.id desc
      limit ${PROJECTS_SHOWN}`,
  )
  const money = await readMoney(
    sql,
    rows.map(({ uid }) => uid),
  )
  return rows.map((row) => ({
    ...row,
    volume: money.get(row.uid)?.volume ?? 0,
    tips: money.get(row.uid)?.tips ?? 0,
    share: row.payable + row.paid,
  }))
}
