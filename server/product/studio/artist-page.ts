/** What everybody sees of an artist. */
import * as v from 'valibot'
import { isSlug } from '#domain/artist.ts'
import { parseRow, parseRows } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { listPublicProjects } from '../projects/public.ts'
import type { ArtistPageWire } from './contract.ts'

/** More works than any artist has on sale. */
const WORKS_SHOWN = 60

/** There is something to see: a published work, or somebody who looks after the page. */
const isThere = (sql: Sql) => sql`
  (
    exists (select from projects where lower(author_wallet) = artists.wallet and is_active)
    or exists (select from private.artist_accounts where artist_id = artists.id and ended_at is null)
  )`

/** Also by an address that the page had before; its `slug` is the present one. */
export async function findArtistPage(sql: Sql, slug: string): Promise<ArtistPageWire | null> {
  if (!isSlug(slug)) return null
  const artist = parseRow(
    v.object({
      name: v.string(),
      slug: v.string(),
      story: v.string(),
      picture: v.nullable(v.string()),
      wallet: v.string(),
    }),
    await sql`
      select name, slug, story, picture, wallet from private.artists
      where (
          private.slug_likeness(slug) = private.slug_likeness(${slug}) and slug = ${slug}
          or id = (select artist_id from private.former_slugs where former_slugs.slug = ${slug})
        ) and slug is not null and ${isThere(sql)}`,
  )
  if (!artist) return null
  const { wallet, ...page } = artist
  return { ...page, works: await listPublicProjects(sql, wallet, WORKS_SHOWN) }
}

/** The pages there are, the newest artists first: for the sitemap. */
export async function listArtistSlugs(sql: Sql, limit: number): Promise<string[]> {
  const rows = parseRows(
    v.object({ slug: v.string() }),
    await sql`
      select slug from private.artists where slug is not null and ${isThere(sql)} order by id desc limit ${limit}`,
  )
  return rows.map(({ slug }) => slug)
}
