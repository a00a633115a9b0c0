/** Mails and notices to whoever acts for an artist; where nobody does, there is nobody to tell. */
import * as v from 'valibot'
import type { NotificationKind } from '#domain/notification.ts'
import { parseRow } from '../platform/db/rows.ts'
import type { Fragment, Tx } from '../platform/db/sql.ts'
import { enqueueMail, type MailTemplate, notifyFans } from './outbox.ts'

/** Of the artist by their id. */
export function mailArtist(
  tx: Tx,
  artistId: number,
  template: 'artist_key' | 'artist_paid' | 'artist_payout_failed',
  data: Record<string, string>,
): Promise<void> {
  return mail(tx, tx`artists.id = ${artistId}`, template, data)
}

/** Of the artist of a work, about what the operator did to it. */
export async function mailArtistOf(
  tx: Tx,
  project: { id: number; uid: string; name: string },
  template: 'artist_work_paused' | 'artist_work_resumed' | 'artist_work_closed',
): Promise<void> {
  const isOf = tx`artists.wallet = (select lower(author_wallet) from projects where id = ${project.id})`
  await mail(tx, isOf, template, { project: project.name, work: project.uid })
}

/** In the bell, and by mail under the same name. */
export async function notifyArtist(
  tx: Tx,
  artist: { id: number; name: string },
  kind: Extract<NotificationKind, `artist_${string}`>,
  data: Record<string, string | number> = {},
): Promise<void> {
  const told = await tx<{ fan: string }[]>`
    select user_id as fan from private.artist_accounts
    where artist_id = ${artist.id} and ended_at is null`
  await notifyFans(
    tx,
    told.map(({ fan }) => ({ fan, kind, data: { artist: artist.name, ...data } })),
  )
}

async function mail(
  tx: Tx,
  isMeant: Fragment,
  template: MailTemplate,
  data: Record<string, string>,
): Promise<void> {
  const reader = parseRow(
    v.object({ to: v.string(), language: v.picklist(['pt', 'en']), artist: v.string() }),
    await tx`
      select email as to, language, name as artist
      from private.artist_accounts
      join users on users.uid = user_id
      join private.artists on artists.id = artist_id
      where ${isMeant} and ended_at is null and is_active`,
  )
  if (!reader) return
  const { artist, to, language } = reader
  await enqueueMail(tx, { to, language, template, data: { artist, ...data } })
}
