/** The works of an artist, for themselves: live figures, and what they may change. */
import * as v from 'valibot'
import { projectPhase } from '#domain/project.ts'
import { parseRow, parseRows } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { type OwnArtist, readWorkFigures } from '../artists/public.ts'
import { clipOf } from '../projects/public.ts'
import { type StudioFiguresWire, type StudioWorkWire, studioWorkWire } from './contract.ts'

/** A link to the video while lines are timed: as long as a preview before publication. */
const LISTENING_MS = 3_600_000

const extraRow = v.object({
  uid: v.string(),
  isAuthor: v.boolean(),
  isPaused: v.boolean(),
  unsold: v.number(),
  opensAt: v.nullable(v.date()),
  expiredAt: v.date(),
  plays: v.number(),
  bids: v.number(),
  count: v.number(),
  last: v.nullable(v.number()),
  highest: v.nullable(v.number()),
})

export async function readStudioFigures(
  sql: Sql,
  { id, wallet }: OwnArtist,
  now: number,
): Promise<StudioFiguresWire> {
  const [works, rows] = await Promise.all([
    readWorkFigures(sql, id),
    sql`
      select projects.uid, lower(author_wallet) = ${wallet} as "isAuthor", paused_at is not null as "isPaused",
        opens_at as "opensAt", expired_at as "expiredAt", state.unsold,
        (
          select count(*)::integer
          from units join mints on mints.unit_id = units.id
          where units.project_id = projects.id and played_at is not null
        ) as plays,
        state.bids::integer,
        won.count, won.last, won.highest
      from projects
      join market.state on state.project_id = projects.id
      cross join lateral (
        select count(*)::integer as count, max(amount)::float8 as highest,
          (array_agg(amount order by id desc))[1]::float8 as last
        from bids
        where project_id = projects.id and status = 'winner' and not exists (
          select from mints
          where mints.payment_id = bids.payment_id and (regretted_at is not null or revoked_for is not null)
        )
      ) won
      where is_active and projects.id in (
        select project_id from private.payable_accounts where artist_id = ${id}
      )`,
  ])
  const extras = new Map(parseRows(extraRow, rows).map((row) => [row.uid, row]))
  return {
    at: new Date(now).toISOString(),
    works: works.flatMap((work) => {
      const extra = extras.get(work.uid)
      // Withdrawn from publication since the first of the two was read.
      if (!extra) return []
      const { count, last, highest, opensAt, expiredAt, ...rest } = extra
      const phase = projectPhase({ expiredAt: expiredAt.getTime(), firstLotSold: rest.unsold === 0 }, now)
      const times = { opensAt: opensAt?.toISOString() ?? null, expiredAt: expiredAt.toISOString() }
      return [{ ...work, ...rest, ...times, phase, resales: { count, last, highest } }]
    }),
  }
}

const workRow = v.object({
  ...v.omit(studioWorkWire, ['clip', 'videoUrl']).entries,
  clip: v.nullable(v.string()),
  clipSeconds: v.nullable(v.number()),
  videoId: v.string(),
})

/** Null for a work that is not theirs. `signedUrl` makes an address of the video that is valid until an instant. */
export async function findOwnWork(
  sql: Sql,
  { wallet }: OwnArtist,
  uid: string,
  signedUrl: (videoId: string, until: number) => string,
  now: number,
): Promise<StudioWorkWire | null> {
  const row = parseRow(
    workRow,
    await sql`
      select uid, version, project_name as "projectName", author, lyrics, timed_lyrics as "timedLyrics", clip,
        clip_seconds as "clipSeconds", video_id as "videoId"
      from projects
      where uid = ${uid} and lower(author_wallet) = ${wallet}`,
  )
  if (!row) return null
  const { clip, clipSeconds, videoId, ...work } = row
  return { ...work, clip: clipOf({ clip, clipSeconds }), videoUrl: signedUrl(videoId, now + LISTENING_MS) }
}
