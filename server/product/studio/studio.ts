/** What an artist sees first: their page, where payouts go, who follows, and what has been announced. */
import * as v from 'valibot'
import { parseRows, parseSoleRow } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import {
  findOwnArtist,
  keysOf,
  maskedBefore,
  ownPayouts,
  readOwed,
  sumOwed,
  tips,
} from '../artists/public.ts'
import { today } from './announce.ts'
import type { StudioWire } from './contract.ts'

const ANNOUNCEMENTS_SHOWN = 10
const NEWEST = { search: '', order: 'newest', limit: 20, after: null, filters: {} } as const

/** Null for an account that acts for no artist. */
export async function readStudio(sql: Sql, fan: string): Promise<StudioWire | null> {
  const artist = await findOwnArtist(sql, fan)
  if (!artist) return null
  const [keys, facts, announced, added, sent, owed] = await Promise.all([
    keysOf(sql, artist.id),
    sql`
      select (select count(*) from private.follows where artist_id = ${artist.id})::integer as followers,
        not exists (
          select from private.announcements where artist_id = ${artist.id} and day = ${today(sql)}
        ) as "mayAnnounce"`,
    sql`
      select text, created_at as at from private.announcements
      where artist_id = ${artist.id} order by id desc limit ${ANNOUNCEMENTS_SHOWN}`,
    tips(artist.uid).read(sql, NEWEST, fan),
    ownPayouts(sql, artist, NEWEST.limit),
    readOwed(sql, artist.id),
  ])
  const { name, slug, story, picture, succeededAt } = artist
  const shown = (key: OwnKey | null) => key && maskedBefore(succeededAt, new Date(key.enteredAt), ownKey(key))
  const rows = parseRows(v.object({ text: v.string(), at: v.date() }), announced)
  return {
    name,
    slug,
    story,
    picture,
    key: shown(keys.key),
    waitingKey: shown(keys.waitingKey),
    ...parseSoleRow(v.object({ followers: v.number(), mayAnnounce: v.boolean() }), facts),
    tips: [...added.data],
    ...sumOwed(owed),
    payouts: sent,
    announcements: rows.map(({ text, at }) => ({ text, at: at.toISOString() })),
  }
}

type OwnKey = NonNullable<StudioWire['key']>

/** Without the names of administrators. */
export function ownKey({ legalName, pixKeyType, pixKey, enteredAt, confirmedAt }: OwnKey): OwnKey {
  return { legalName, pixKeyType, pixKey, enteredAt, confirmedAt }
}
