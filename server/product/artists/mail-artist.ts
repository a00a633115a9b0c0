import * as v from 'valibot'
import { parseRow } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { enqueueMail } from '../outbox.ts'

/** Mails whoever acts for the artist; where nobody does, there is nobody to tell. */
export async function mailArtist(
  tx: Tx,
  artistId: number,
  template: 'artist_key' | 'artist_paid' | 'artist_payout_failed',
  data: Record<string, string>,
): Promise<void> {
  const reader = parseRow(
    v.object({ to: v.string(), language: v.picklist(['pt', 'en']), artist: v.string() }),
    await tx`
      select email as to, language, name as artist
      from private.artist_accounts
      join users on users.uid = user_id
      join private.artists on artists.id = artist_id
      where artist_id = ${artistId} and ended_at is null and is_active`,
  )
  if (!reader) return
  const { artist, to, language } = reader
  await enqueueMail(tx, { to, language, template, data: { artist, ...data } })
}
