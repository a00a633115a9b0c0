/**
 * Our own video page, and the files of videos that we keep ourselves. Each request is judged by itself, by the token in its
 * address, and what is still being sent when the time is over breaks off.
 */
import { type Context, Hono } from 'hono'
import type { Env } from '../../env.ts'
import { cdnAddress } from '../adapters/bunny-cdn.ts'
import { endOfVideo, type VideoGrant } from '../adapters/own-video.ts'
import type { Files } from '../files/files.ts'
import { rangeOf } from '../files/range.ts'
import type { Shell } from '../http/web-application.ts'
import { MANIFEST, videoType } from './video-files.ts'

/** What a video is played from at Bunny's CDN. */
const CDN_MANIFEST = 'playlist.m3u8'
const HEADERS = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'none',
}

/** Nothing where videos are at another host's own page. `page`: the player, as it was built. */
export function videoDoor(env: Env, files: Files, page: Shell): Hono {
  const app = new Hono()
  if (env.VIDEO_PROVIDER === 'bunny') return app
  const endOf = (grant: VideoGrant) => endOfVideo(env.VIDEO_TOKEN_KEY, grant, Date.now())

  app.get('/player/:videoId', async (c) => {
    const { token = '', expires = '' } = c.req.query()
    const grant = { videoId: c.req.param('videoId'), expires, token }
    const end = endOf(grant)
    if (end === null) return c.text('Forbidden', 403, HEADERS)
    const html = (await page())
      .replace('data-source=""', `data-source="${manifestOf(env, grant).replaceAll('&', '&amp;')}"`)
      .replace('data-left="0"', `data-left="${end - Date.now()}"`)
    return c.html(html, 200, { ...HEADERS, 'content-security-policy': policyOf(env) })
  })

  if (env.VIDEO_PROVIDER === 's3')
    app.get('/video/:videoId/:expires/:token/:file{.+}', async (c) => {
      const { file, ...grant } = c.req.param()
      const end = endOf(grant)
      if (end === null) return c.text('Forbidden', 403, HEADERS)
      const type = videoType(file)
      if (type === null) return c.text('Not Found', 404, HEADERS)
      return send(c, files, `${grant.videoId}/${file}`, { type, end })
    })
  return app
}

function manifestOf(env: Env, { videoId, expires, token }: VideoGrant): string {
  if (env.VIDEO_PROVIDER === 's3') return `/video/${videoId}/${expires}/${token}/${MANIFEST}`
  const { VIDEO_CDN_URL: zone = '', VIDEO_CDN_KEY: key = '' } = env
  return cdnAddress(zone, key, videoId, CDN_MANIFEST, Number(expires))
}

/** The page loads its own files and the video, and only our own pages may frame it. */
function policyOf({ VIDEO_CDN_URL, VIDEO_PROVIDER }: Env): string {
  const cdn = VIDEO_PROVIDER === 'bunny-cdn' && VIDEO_CDN_URL ? ` ${new URL(VIDEO_CDN_URL).origin}` : ''
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The cover on the lock screen.
    "img-src 'self'",
    `connect-src 'self'${cdn}`,
    `media-src 'self' blob:${cdn}`,
    "frame-ancestors 'self'",
  ].join('; ')
}

type Sending = { type: string; end: number }

async function send(c: Context, files: Files, key: string, { type, end }: Sending): Promise<Response> {
  const asked = c.req.header('range')
  const file = await files.open(key, { whole: c.req.method !== 'HEAD' && asked === undefined })
  if (!file) return c.text('Not Found', 404, HEADERS)
  const headers = { ...HEADERS, 'content-type': type, 'accept-ranges': 'bytes' }
  const { size } = file
  const range = rangeOf(asked, size)
  if (c.req.method === 'HEAD' || range === 'outside') {
    await file.close()
    return range === 'outside'
      ? c.body(null, 416, { ...HEADERS, 'content-range': `bytes */${size}` })
      : c.body(null, 200, { ...headers, 'content-length': `${size}` })
  }
  const { start, end: last } = range ?? { start: 0, end: size - 1 }
  const body = (await file.stream(range)).pipeThrough(until(end))
  return c.body(body, range ? 206 : 200, {
    ...headers,
    'content-length': `${last - start + 1}`,
    ...(range && { 'content-range': `bytes ${start}-${last}/${size}` }),
  })
}

/** Breaks off at `end` (milliseconds since 1970), also when its reader is slow. */
function until(end: number): TransformStream<Uint8Array, Uint8Array> {
  let timer: NodeJS.Timeout
  return new TransformStream<Uint8Array, Uint8Array>({
    start(controller) {
      // Tokens last for a day at most, which a timer holds.
      timer = setTimeout(
        () => controller.error(new Error('the time of this video is over')),
        end - Date.now(),
      )
      timer.unref()
    },
    flush: () => clearTimeout(timer),
  })
}
