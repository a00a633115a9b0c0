/** An artist's own place: the page that everybody sees, and the studio behind it. */
import { isMonth } from '#domain/payout.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import { csvFile } from '../api/answers.ts'
import type { Fan } from '../api/check-account.ts'
import { endpoints } from '../api/serve.ts'
import {
  artistStatementCsv,
  decodeStatementPlace,
  enterOwnKey,
  findOwnArtist,
  type OwnArtist,
  readArtistStatement,
} from '../artists/public.ts'
import { coverPrefix, editProject, type MeasuredClip, measureClip, readCover } from '../projects/public.ts'
import { announce } from './announce.ts'
import { findArtistPage } from './artist-page.ts'
import { type StudioWorkWire, studioCalls } from './contract.ts'
import { editPage } from './edit-page.ts'
import { ownKey, readStudio } from './studio.ts'
import { findOwnWork, readStudioFigures } from './works.ts'

const NO_CLIP = { clip: null, clipSeconds: null }

export const studioEndpoints = endpoints(studioCalls, (ctx) => {
  const { sql, video } = ctx

  /** Does `work` for the artist for whom the caller's account acts. */
  async function asArtist<Value>(
    fan: Fan,
    work: (artist: OwnArtist) => Promise<Result<Value> | Response>,
  ): Promise<Result<Value> | Response> {
    const artist = await findOwnArtist(sql, fan.uid)
    return artist ? work(artist) : refuse('not_an_artist')
  }

  return {
    'GET /artist-pages/{name}': async ({ params }) => {
      const page = await findArtistPage(sql, params.name)
      return page ? ok(page) : refuse('artist_not_found')
    },

    'GET /studio': async ({ fan }) => ok(await readStudio(sql, fan.uid)),
    'GET /studio/figures': ({ fan }) =>
      asArtist(fan, async (artist) => ok(await readStudioFigures(sql, artist, Date.now()))),
    'GET /studio/statement': ({ fan, query: { month, limit, cursor } }) =>
      asArtist(fan, async ({ uid }) => {
        const after = cursor ? decodeStatementPlace(cursor) : null
        if (!isMonth(month) || (cursor && !after)) return refuse('malformed')
        return ok(await readArtistStatement(sql, uid, { month, limit, after }))
      }),
    'GET /studio/statement.csv': ({ c, fan, query: { month } }) =>
      asArtist(fan, async ({ uid }) => {
        if (!isMonth(month)) return refuse('malformed')
        return csvFile(c, `extrato-${month}`, artistStatementCsv(sql, uid, month, fan.language))
      }),
    'POST /studio/keys': async ({ by, body }) => {
      const entered = await enterOwnKey(sql, body, by)
      return entered.ok ? ok(ownKey(entered.value)) : entered
    },
    'POST /studio/page': async ({ fan, by, body }) => {
      if (!(await mayShow(ctx, fan, body.picture))) return refuse('picture_invalid')
      return editPage(sql, body, by)
    },
    'POST /studio/announcements': ({ by, body }) => announce(sql, body.text, by),
    'GET /studio/works/{uid}': async ({ fan, params }) => {
      const artist = await findOwnArtist(sql, fan.uid)
      const work = artist && (await findOwnWork(sql, artist, params.uid, video.signedUrl, Date.now()))
      return work ? ok(work) : refuse('project_not_found')
    },
    'POST /studio/works/{uid}': ({ fan, by, params, body: { version, ...fields } }) =>
      asArtist(fan, async (artist) => {
        const work = await findOwnWork(sql, artist, params.uid, video.signedUrl, Date.now())
        if (!work) return refuse('project_not_found')
        const clip = await clipChange(ctx, fan, work, fields.clip)
        if (!clip) return refuse('clip_invalid')
        return editProject(sql, params.uid, { version, edit: { ...fields, ...clip } }, by)
      }),
  }
})

/** Nothing to change for the clip that is there already; null for one that they have not uploaded themselves. */
async function clipChange(
  ctx: ServerContext,
  fan: Fan,
  work: StudioWorkWire,
  clip: string | null | undefined,
): Promise<Partial<MeasuredClip> | null> {
  if (clip === undefined || clip === work.clip?.url) return {}
  return clip === null ? NO_CLIP : measureClip(ctx, clip, fan.uid)
}

/** None, the one that is there already, or one that they have uploaded themselves. */
async function mayShow(ctx: ServerContext, fan: Fan, picture: string | null): Promise<boolean> {
  if (picture === null) return true
  if (picture.startsWith(coverPrefix(ctx.env)) && (await readCover(ctx, picture, fan.uid)) !== null)
    return true
  return (await findOwnArtist(ctx.sql, fan.uid))?.picture === picture
}
