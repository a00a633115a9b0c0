/** One artist, for their page in the back office. */
import * as v from 'valibot'
import type { Actor } from '../../platform/audit.ts'
import { centavos, parseRow, parseRows, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { mayApproveAlone } from '../approvals/outflow.ts'
import { keysOf } from './admin-artist-keys.ts'
import { readAccount } from './artist-account.ts'
import { readTaxes } from './artist-taxes.ts'
import { readFreshCard, readOwed, sumOwed } from './owed.ts'
import { type ArtistDetailWire, type ArtistFactsWire, type ArtistLinkWire, artistLinkWire } from './wire.ts'

const artistRow = v.object({
  id: rowId,
  uid: v.string(),
  name: v.string(),
  wallet: v.string(),
  person: v.string(),
  slug: v.nullable(v.string()),
})

const LINKS_SHOWN = 20

export async function isArtist(sql: Sql, uid: string): Promise<boolean> {
  const found = await sql`select from private.artists where uid = ${uid}`
  return found.length > 0
}

export async function findArtist(
  sql: Sql,
  uid: string,
  alone: { by: Actor; limit: number },
): Promise<ArtistDetailWire | null> {
  const artist = parseRow(
    artistRow,
    await sql`
      select id, uid, name, wallet, slug, private.person_of_artist(wallet) as person
      from private.artists where uid = ${uid}`,
  )
  if (!artist) return null
  const { id, person, ...facts } = artist
  const [projects, freshCard, sums, keys, links, account, taxes] = await Promise.all([
    readOwed(sql, id),
    readFreshCard(sql, id),
    sql`
      select coalesce(sum(amount) filter (where status = 'paid'), 0)::float8 as paid,
        coalesce(sum(amount) filter (where status in ('requested', 'approved')), 0)::float8 as "underWay"
      from private.artist_payouts where artist_id = ${id}`,
    keysOf(sql, id),
    linksOf(sql, id),
    readAccount(sql, id),
    readTaxes(sql, id),
  ])
  const { paid, underWay } = parseSoleRow(v.object({ paid: centavos, underWay: centavos }), sums)
  return {
    ...facts,
    ...keys,
    ...account,
    ...sumOwed(projects),
    freshCard,
    paid,
    underWay,
    projects,
    links,
    taxes,
    aloneUpTo: await mayApproveAlone(sql, { person, pixKey: keys.key?.pixKey ?? null }, alone),
  }
}

/** What a role that sees no accounts is shown. */
export const factsOf = ({
  uid,
  name,
  wallet,
  slug,
  account,
  invitations,
  projects,
}: ArtistDetailWire): ArtistFactsWire => ({
  uid,
  name,
  wallet,
  slug,
  account,
  invitations,
  projects: projects.map(({ uid, projectName, author, thumbnail }) => ({
    uid,
    projectName,
    author,
    thumbnail,
  })),
})

async function linksOf(sql: Sql, artistId: number): Promise<ArtistLinkWire[]> {
  const rows = parseRows(
    v.object({ ...artistLinkWire.entries, createdAt: v.date(), expiresAt: v.date() }),
    await sql`
    select links.uid, coalesce(full_name, nickname, email) as "createdBy", links.created_at as "createdAt",
      expires_at as "expiresAt",
      case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'valid' end as state
    from private.artist_links links
    join users on users.uid = created_by
    where artist_id = ${artistId}
    order by links.id desc
    limit ${LINKS_SHOWN}`,
  )
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }))
}
