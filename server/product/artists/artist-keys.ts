/**
 * Where an author is paid, and under which legal name. One administrator writes it down and another confirms it; until
 * then payouts go where they went before. What was confirmed stays on record.
 */
import { normalisePixKey, type PixKeyType } from '#domain/pix-key.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { type Administrator, audit } from '../../platform/audit.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { readKey } from './admin-artist-keys.ts'
import type { ArtistKeyWire } from './wire.ts'

/** Locked, so that keys, payouts and links of one author are decided one after another. */
export async function lockArtist(
  tx: Tx,
  uid: string,
): Promise<{ id: number; uid: string; wallet: string } | undefined> {
  const [artist] = await tx<{ id: number; uid: string; wallet: string }[]>`
    select id, uid, wallet from private.artists where uid = ${uid} for no key update`
  return artist
}

/** True when the administrator is the author: the wallet says so. */
export async function isArtist(tx: Tx, by: Administrator, wallet: string): Promise<boolean> {
  const rows = await tx`select from users where uid = ${by.uid} and lower(wallet) = ${wallet}`
  return rows.length > 0
}

/** A key that still waits is replaced by the new one. */
export function enterArtistKey(
  sql: Sql,
  artistUid: string,
  given: { legalName: string; pixKeyType: PixKeyType; pixKey: string },
  by: Administrator,
): Promise<Result<ArtistKeyWire>> {
  return transact(sql, async (tx) => {
    const artist = await lockArtist(tx, artistUid)
    if (!artist) return refuse('artist_not_found')
    const { legalName, pixKeyType } = given
    const pixKey = normalisePixKey(pixKeyType, given.pixKey)
    if (pixKey === null) return refuse('pix_key_invalid')
    await tx`
      update private.artist_keys set discarded_at = clock_timestamp()
      where artist_id = ${artist.id} and confirmed_at is null and discarded_at is null`
    const [key] = await tx<{ id: number }[]>`
      insert into private.artist_keys (artist_id, legal_name, pix_key_type, pix_key, entered_by)
      values (${artist.id}, ${legalName}, ${pixKeyType}, ${pixKey}, ${by.uid})
      returning id`
    if (!key) throw new Error('insert into artist_keys returned no row')
    await audit(tx, by, {
      action: 'artist.enter-key',
      subject: artistUid,
      after: { key: key.id, legalName, pixKeyType, pixKey },
    })
    return ok(await readKey(tx, key.id))
  })
}

/** Confirming or discarding the same key again changes nothing. Whoever entered it may only discard it. */
export function decideArtistKey(
  sql: Sql,
  artistUid: string,
  keyId: number,
  deed: 'confirm' | 'discard',
  by: Administrator,
): Promise<Result<ArtistKeyWire>> {
  return transact(sql, async (tx) => {
    const artist = await lockArtist(tx, artistUid)
    if (!artist) return refuse('artist_not_found')
    const [key] = await tx<{ enteredBy: string; isConfirmed: boolean; isDiscarded: boolean }[]>`
      select entered_by as "enteredBy", confirmed_at is not null as "isConfirmed",
        discarded_at is not null as "isDiscarded"
      from private.artist_keys where id = ${keyId} and artist_id = ${artist.id}`
    if (!key) return refuse('artist_key_decided')
    if (deed === 'confirm' ? key.isConfirmed : key.isDiscarded) return ok(await readKey(tx, keyId))
    if (key.isConfirmed || key.isDiscarded) return refuse('artist_key_decided')
    if (deed === 'discard') {
      await tx`update private.artist_keys set discarded_at = clock_timestamp() where id = ${keyId}`
    } else {
      if (key.enteredBy === by.uid || (await isArtist(tx, by, artist.wallet))) return refuse('own_artist_key')
      await tx`
        update private.artist_keys set confirmed_by = ${by.uid}, confirmed_at = clock_timestamp()
        where id = ${keyId}`
    }
    await audit(tx, by, { action: `artist.${deed}-key`, subject: artistUid, after: { key: keyId } })
    return ok(await readKey(tx, keyId))
  })
}
