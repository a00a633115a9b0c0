/** POST /studio/announcements: a few words to everybody who follows the artist, once a day. */
import * as v from 'valibot'
import { ok, type Result, refuse } from '#domain/result.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { parseRow, parseSoleRow } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { raiseAlert } from '../alerts/public.ts'
import { lockSettledArtist } from '../artists/public.ts'

/** After that it is news no longer. */
const FRESH_MS = 3 * 86_400_000

/** The present day in São Paulo. */
export const today = (sql: Sql | Tx) => sql`private.day_of(clock_timestamp())`

/**
 * Told in batches, in the ways that each follower left on. The same text again on the same day is the same announcement;
 * another one is refused, also when two are sent at once.
 */
export function announce(sql: Sql, text: string, by: Actor): Promise<Result<{ text: string; at: string }>> {
  return transact(
    sql,
    async (tx) => {
      const settled = await lockSettledArtist(tx, by.uid)
      if (!settled.ok) return settled
      const artist = settled.value
      const told = parseRow(
        v.object({ text: v.string(), at: v.date() }),
        await tx`
          select text, created_at as at from private.announcements
          where artist_id = ${artist.id} and day = ${today(tx)}`,
      )
      if (told)
        return told.text === text ? ok({ text, at: told.at.toISOString() }) : refuse('announced_today')
      const { id, at } = parseSoleRow(
        v.object({ id: v.number(), at: v.date() }),
        await tx`
          insert into private.announcements (artist_id, user_id, day, text)
          values (${artist.id}, ${by.uid}, ${today(tx)}, ${text})
          returning id, created_at as at`,
      )
      const { name, slug } = artist
      await raiseAlert(tx, {
        key: `announcement:${id}`,
        kind: 'announcement',
        artistId: artist.id,
        data: { artist: name, page: slug, text, until: new Date(at.getTime() + FRESH_MS).toISOString() },
      })
      await audit(tx, by, { action: 'artist.announce', subject: artist.uid, after: { text } })
      return ok({ text, at: at.toISOString() })
    },
    { announcements_day: 'announced_today' },
  )
}
