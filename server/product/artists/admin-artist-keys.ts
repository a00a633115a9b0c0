/** Where artists are paid: the key in force, and one that waits for a second person. */
import * as v from 'valibot'
import { parseRow } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { type ArtistKeyWire, artistKeyWire } from './earnings-wire.ts'

const artistKey = v.object({
  ...artistKeyWire.entries,
  enteredAt: v.date(),
  confirmedAt: v.nullable(v.date()),
})
type Row = v.InferOutput<typeof artistKey>

const select = (sql: Sql | Tx) => sql`
  select keys.id, legal_name as "legalName", pix_key_type as "pixKeyType", pix_key as "pixKey",
    case when by_artist then entered.email else coalesce(entered.full_name, entered.nickname, entered.email) end as "enteredBy",
    by_artist as "byArtist", entered_at as "enteredAt",
    coalesce(confirmed.full_name, confirmed.nickname, confirmed.email) as "confirmedBy",
    confirmed_at as "confirmedAt"
  from private.artist_keys keys
  join users entered on entered.uid = entered_by
  cross join lateral (
    select exists (
      select from private.artist_accounts accounts
      where accounts.artist_id = keys.artist_id and user_id = entered_by and joined_at <= entered_at
        and (ended_at is null or ended_at > entered_at)
    ) as by_artist
  ) accounts
  left join users confirmed on confirmed.uid = confirmed_by`

const present = (row: Row): ArtistKeyWire => ({
  ...row,
  enteredAt: row.enteredAt.toISOString(),
  confirmedAt: row.confirmedAt?.toISOString() ?? null,
})

/** The key of this number, which exists. */
export async function readKey(sql: Sql | Tx, id: number): Promise<ArtistKeyWire> {
  const row = parseRow(artistKey, await sql`${select(sql)} where keys.id = ${id}`)
  if (!row) throw new Error(`artist key ${id} does not exist`)
  return present(row)
}

export async function keysOf(
  sql: Sql | Tx,
  artistId: number,
): Promise<{ key: ArtistKeyWire | null; waitingKey: ArtistKeyWire | null }> {
  const [confirmed, waiting] = await Promise.all([
    sql`
      ${select(sql)} where artist_id = ${artistId} and confirmed_at is not null
      order by confirmed_at desc, keys.id desc limit 1`,
    sql`
      ${select(sql)} where artist_id = ${artistId} and confirmed_at is null and discarded_at is null`,
  ])
  const first = (found: readonly unknown[]) => {
    const row = parseRow(artistKey, found)
    return row ? present(row) : null
  }
  return { key: first(confirmed), waitingKey: first(waiting) }
}
