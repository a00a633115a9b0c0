/** POST /studio/page: story and picture of an artist's page. */
import { ok, type Result, refuse } from '#domain/result.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { lockOwnArtist } from '../artists/public.ts'

type ArtistPage = { story: string; picture: string | null }

/** `picture` is one of our own storage. What is there already is no change. */
export function editPage(sql: Sql, { story, picture }: ArtistPage, by: Actor): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    const artist = await lockOwnArtist(tx, by.uid)
    if (!artist) return refuse('not_an_artist')
    const before = { story: artist.story, picture: artist.picture }
    if (before.story === story && before.picture === picture) return ok(null)
    await tx`update private.artists set story = ${story}, picture = ${picture} where id = ${artist.id}`
    await audit(tx, by, {
      action: 'artist.edit-page',
      subject: artist.uid,
      before,
      after: { story, picture },
    })
    return ok(null)
  })
}
