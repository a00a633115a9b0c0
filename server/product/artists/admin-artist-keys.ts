/** Where authors are paid: what counts now, and what waits for a second person. */

import type { Sql, Tx } from '../../platform/db/sql.ts'
import type { ArtistKeyWire } from './wire.ts'

type Row = Omit<ArtistKeyWire, 'enteredAt' | 'confirmedAt'> & { enteredAt: Date; confirmedAt: Date | null }

const select = (sql: Sql | Tx) => sql`
  select keys.id, legal_name as "legalName", pix_key_type as "pixKeyType", pix_key as "pixKey",
    coalesce(entered.full_name, entered.nickname, entered.email) as "enteredBy", entered_at as "enteredAt",
    coalesce(confirmed.full_name, confirmed.nickname, confirmed.email) as "confirmedBy",
    confirmed_at as "confirmedAt"
  from private.artist_keys keys
  join users entered on entered.uid = entered_by
  left join users confirmed on confirmed.uid = confirmed_by`

const present = (row: Row): ArtistKeyWire => ({
  ...row,
  enteredAt: row.enteredAt.toISOString(),
  confirmedAt: row.confirmedAt?.toISOString() ?? null,
})

/** The key of this number, which exists. */
export async function readKey(sql: Sql | Tx, id: number): Promise<ArtistKeyWire> {
  const [row] = await sql<Row[]>`${select(sql)} where keys.id = ${id}`
  if (!row) throw new Error(`artist key ${id} does not exist`)
  return present(row)
}

export async function keysOf(
  sql: Sql | Tx,
  artistId: number,
): Promise<{ key: ArtistKeyWire | null; waitingKey: ArtistKeyWire | null }> {
  const [confirmed, waiting] = await Promise.all([
    sql<Row[]>`
      ${select(sql)} where artist_id = ${artistId} and confirmed_at is not null
      order by confirmed_at desc, keys.id desc limit 1`,
    sql<Row[]>`
      ${select(sql)} where artist_id = ${artistId} and confirmed_at is null and discarded_at is null`,
  ])
  const first = ([row]: Row[]) => (row ? present(row) : null)
  return { key: first(confirmed), waitingKey: first(waiting) }
}
