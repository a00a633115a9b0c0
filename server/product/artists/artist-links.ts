/**
 * Links by which an artist sees the live figures of their projects. The token is shown once, to its creator; only its
 * digest is stored.
 */
import { createHash, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { ok, type Result, refuse } from '#domain/result.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { parseRow, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { lockArtist } from './lock-artist.ts'

const TOKEN_BYTES = 32

/** A link that expires after `days`. */
export function createArtistLink(
  sql: Sql,
  artistUid: string,
  days: number,
  by: Actor,
): Promise<Result<{ uid: string; token: string }>> {
  return transact(sql, async (tx) => {
    const artist = await lockArtist(tx, artistUid)
    if (!artist) return refuse('artist_not_found')
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const digest = createHash('sha256').update(token).digest()
    const link = parseSoleRow(
      v.object({ uid: v.string() }),
      await tx`
        insert into private.artist_links (artist_id, digest, created_by, expires_at)
        values (${artist.id}, ${digest}, ${by.uid}, clock_timestamp() + make_interval(days => ${days}))
        returning uid`,
    )
    await audit(tx, by, { action: 'artist.give-link', subject: artistUid, after: { link: link.uid, days } })
    return ok({ uid: link.uid, token })
  })
}

/** From here on it opens for nobody. Revoking it again changes nothing. */
export function revokeArtistLink(
  sql: Sql,
  artistUid: string,
  linkUid: string,
  by: Actor,
): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    const artist = await lockArtist(tx, artistUid)
    if (!artist) return refuse('artist_not_found')
    const link = parseRow(
      v.object({ id: rowId, isRevoked: v.boolean() }),
      await tx`
        select id, revoked_at is not null as "isRevoked"
        from private.artist_links where uid = ${linkUid} and artist_id = ${artist.id}`,
    )
    if (!link) return refuse('link_not_found')
    if (link.isRevoked) return ok(null)
    await tx`update private.artist_links set revoked_at = clock_timestamp() where id = ${link.id}`
    await audit(tx, by, { action: 'artist.revoke-link', subject: artistUid, after: { link: linkUid } })
    return ok(null)
  })
}
