/** What is withheld of an artist's payouts. Without an entry, nothing is. */
import type * as v from 'valibot'
import { maskedNumber } from '#domain/artist.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { type TaxRates, WITHHELD_TAXES } from '#domain/withholding.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { parseRow } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { notifyArtist } from '../mail-artist.ts'
import { isArtist } from './artist-keys.ts'
import { lockArtist } from './lock-artist.ts'
import { type ArtistTaxesWire, artistTaxesWire } from './wire.ts'

const NONE: TaxRates = { irrf: 0, iss: 0, inss: 0 }

export async function readTaxes(sql: Sql | Tx, artistId: number): Promise<ArtistTaxesWire | null> {
  const row = parseRow(
    artistTaxesWire,
    await sql`
      select document, irrf_basis_points as irrf, iss_basis_points as iss, inss_basis_points as inss
      from private.artist_taxes where artist_id = ${artistId}`,
  )
  return row ?? null
}

export const ratesOf = async (tx: Tx, artistId: number): Promise<TaxRates> =>
  (await readTaxes(tx, artistId)) ?? NONE

/** From the next payout on: those that were asked for keep the rates of their day. */
export function setTaxes(
  sql: Sql,
  artistUid: string,
  given: v.InferOutput<typeof artistTaxesWire>,
  by: Actor,
): Promise<Result<ArtistTaxesWire>> {
  return transact(sql, async (tx) => {
    const artist = await lockArtist(tx, artistUid)
    if (!artist) return refuse('artist_not_found')
    if (await isArtist(tx, by, artist.wallet)) return refuse('own_artist_key')
    const before = await readTaxes(tx, artist.id)
    const { document, irrf, iss, inss } = given
    await tx`
      insert into private.artist_taxes (artist_id, document, irrf_basis_points, iss_basis_points, inss_basis_points)
      values (${artist.id}, ${document}, ${irrf}, ${iss}, ${inss})
      on conflict (artist_id) do update set document = excluded.document, set_at = clock_timestamp(),
        irrf_basis_points = excluded.irrf_basis_points, iss_basis_points = excluded.iss_basis_points,
        inss_basis_points = excluded.inss_basis_points`
    if (!isSame(before, given)) await notifyArtist(tx, artist, 'artist_taxes_changed', told(before, given))
    await audit(tx, by, { action: 'artist.taxes', subject: artistUid, before, after: given })
    return ok(given)
  })
}

const isSame = (before: ArtistTaxesWire | null, after: ArtistTaxesWire): boolean =>
  before?.document === after.document && WITHHELD_TAXES.every((tax) => before[tax] === after[tax])

/** What the artist is told: documents in part, rates in basis points. */
function told(before: ArtistTaxesWire | null, { document, ...rates }: ArtistTaxesWire) {
  const { irrf, iss, inss } = before ?? NONE
  return {
    ...rates,
    irrfWas: irrf,
    issWas: iss,
    inssWas: inss,
    document: maskedNumber(document),
    documentWas: before ? maskedNumber(before.document) : '—',
  }
}
