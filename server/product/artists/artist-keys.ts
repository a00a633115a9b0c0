/**
 * Where an artist is paid, and under which legal name. One administrator enters it and another confirms it; until
 * then payouts go where they went before. Confirmed keys stay on record.
 */
import * as v from 'valibot'
import { normalisePixKey, type PixKeyType } from '#domain/pix-key.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { parseRow, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { mailArtist } from '../mail-artist.ts'
import { readKey } from './admin-artist-keys.ts'
import { lockSettledArtist } from './artist-account.ts'
import type { ArtistKeyWire } from './earnings-wire.ts'
import { lockArtist } from './lock-artist.ts'

/** True when the administrator is the artist, by their wallet or because their account acts, or acted, for the artist. */
export async function isArtist(tx: Tx, by: Actor, wallet: string): Promise<boolean> {
  const row = parseSoleRow(
    v.object({ isArtist: v.boolean() }),
    await tx`select private.is_artist(${by.uid}, ${wallet}) as "isArtist"`,
  )
  return row.isArtist
}

export type NewKey = { legalName: string; pixKeyType: PixKeyType; pixKey: string }

/** By an administrator. A waiting key is replaced by the new one. */
export function enterArtistKey(
  sql: Sql,
  artistUid: string,
  given: NewKey,
  by: Actor,
): Promise<Result<ArtistKeyWire>> {
  return transact(sql, async (tx) => {
    const artist = await lockArtist(tx, artistUid)
    return artist ? enterKey(tx, artist, given, by) : refuse('artist_not_found')
  })
}

/** By the account that acts for the artist; an administrator confirms it, as with any other key. */
export function enterOwnKey(sql: Sql, given: NewKey, by: Actor): Promise<Result<ArtistKeyWire>> {
  return transact(sql, async (tx) => {
    const artist = await lockSettledArtist(tx, by.uid)
    return artist.ok ? enterKey(tx, artist.value, given, by) : artist
  })
}

async function enterKey(
  tx: Tx,
  artist: { id: number; uid: string },
  given: NewKey,
  by: Actor,
): Promise<Result<ArtistKeyWire>> {
  const { legalName, pixKeyType } = given
  const pixKey = normalisePixKey(pixKeyType, given.pixKey)
  if (pixKey === null) return refuse('pix_key_invalid')
  await tx`
    update private.artist_keys set discarded_at = clock_timestamp()
    where artist_id = ${artist.id} and confirmed_at is null and discarded_at is null`
  const key = parseSoleRow(
    v.object({ id: rowId }),
    await tx`
      insert into private.artist_keys (artist_id, legal_name, pix_key_type, pix_key, entered_by)
      values (${artist.id}, ${legalName}, ${pixKeyType}, ${pixKey}, ${by.uid})
      returning id`,
  )
  await audit(tx, by, {
    action: 'artist.enter-key',
    subject: artist.uid,
    after: { key: key.id, legalName, pixKeyType, pixKey },
  })
  // Whoever entered it, whoever acts for the artist hears of it.
  await mailArtist(tx, artist.id, 'artist_key', {})
  return ok(await readKey(tx, key.id))
}

/**
 * Confirming or discarding the same key again changes nothing. The person who entered it, or whose own key it is,
 * may only discard it. Not
 * decided by `approvals/decide.ts`: a key has no amount that one person alone might approve and no table of
 * approvals, its own row names the two people, and the constraint `key_takes_two_people` keeps them apart.
 */
export function decideArtistKey(
  sql: Sql,
  artistUid: string,
  keyId: number,
  action: 'confirm' | 'discard',
  by: Actor,
): Promise<Result<ArtistKeyWire>> {
  return transact(sql, async (tx) => {
    const artist = await lockArtist(tx, artistUid)
    if (!artist) return refuse('artist_not_found')
    const key = parseRow(
      v.object({
        enteredBy: v.string(),
        isConfirmed: v.boolean(),
        isDiscarded: v.boolean(),
        isOwn: v.boolean(),
      }),
      await tx`
        select entered_by as "enteredBy", confirmed_at is not null as "isConfirmed",
          discarded_at is not null as "isDiscarded", exists (
            select from users where uid = ${by.uid} and pix_key in (email, document, tel)
          ) as "isOwn"
        from private.artist_keys where id = ${keyId} and artist_id = ${artist.id}`,
    )
    if (!key) return refuse('artist_key_decided')
    if (action === 'confirm' ? key.isConfirmed : key.isDiscarded) return ok(await readKey(tx, keyId))
    if (key.isConfirmed || key.isDiscarded) return refuse('artist_key_decided')
    if (action === 'discard') {
      await tx`update private.artist_keys set discarded_at = clock_timestamp() where id = ${keyId}`
    } else {
      if (key.enteredBy === by.uid || key.isOwn || (await isArtist(tx, by, artist.wallet)))
        return refuse('own_artist_key')
      await tx`
        update private.artist_keys set confirmed_by = ${by.uid}, confirmed_at = clock_timestamp()
        where id = ${keyId}`
    }
    await audit(tx, by, { action: `artist.${action}-key`, subject: artistUid, after: { key: keyId } })
    return ok(await readKey(tx, keyId))
  })
}
