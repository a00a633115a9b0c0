/** One author, for their page in the back office. */

import type { Sql } from '../../platform/db/sql.ts'
import { keysOf } from './admin-artist-keys.ts'
import type { ArtistDetailWire, ArtistLinkWire } from './wire.ts'

type Artist = { id: number; uid: string; name: string; wallet: string }

const LINKS_SHOWN = 20

export async function findArtist(sql: Sql, uid: string, aloneUpTo: number): Promise<ArtistDetailWire | null> {
  const [artist] = await sql<Artist[]>`select id, uid, name, wallet from private.artists where uid = ${uid}`
  if (!artist) return null
  const { id, ...facts } = artist
  const [projects, [paid], keys, links] = await Promise.all([
    sql<ArtistDetailWire['projects']>`
      select projects.uid, project_name as "projectName", author, thumbnail, balance as payable,
        greatest(0, balance - private.unearned(projects.id))::bigint as free
      from projects
      join ledger.accounts on code = 'project:' || projects.uid || ':payable'
      where lower(author_wallet) = ${artist.wallet}
      order by projects.id desc`,
    sql<{ paid: number; underWay: number }[]>`
      select coalesce(sum(amount) filter (where status = 'paid'), 0)::float8 as paid,
        coalesce(sum(amount) filter (where status in ('requested', 'approved')), 0)::float8 as "underWay"
      from private.artist_payouts where artist_id = ${id}`,
    keysOf(sql, id),
    linksOf(sql, id),
  ])
  const sum = (of: 'payable' | 'free') => projects.reduce((all, project) => all + project[of], 0)
  return {
    ...facts,
    ...keys,
    payable: sum('payable'),
    free: sum('free'),
    paid: paid?.paid ?? 0,
    underWay: paid?.underWay ?? 0,
    projects: [...projects],
    links,
    aloneUpTo,
  }
}

async function linksOf(sql: Sql, artistId: number): Promise<ArtistLinkWire[]> {
  const rows = await sql<
    (Omit<ArtistLinkWire, 'createdAt' | 'expiresAt'> & { createdAt: Date; expiresAt: Date })[]
  >`
    select links.uid, coalesce(full_name, nickname, email) as "createdBy", links.created_at as "createdAt",
      expires_at as "expiresAt",
      case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'valid' end as state
    from private.artist_links links
    join users on users.uid = created_by
    where artist_id = ${artistId}
    order by links.id desc
    limit ${LINKS_SHOWN}`
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }))
}
