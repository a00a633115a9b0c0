/**
 * A Bunny-style video host: a signed embed page, and the library's pull zone. Each refuses what the vendor documents, and no more:
 * the page its own requests, the zone each of its own.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { Control, jsonBody } from '../control.ts'
import { openDatabase } from '../database.ts'
import type { Emulator } from '../emulator.ts'
import { answerWithFault, NETWORK_OUTCOMES } from '../faults.ts'
import { loadAssets } from './assets.ts'
import { pathBehind, pathForOwnPage } from './cdn.ts'
import { embedPage, readFlags, refusalPage } from './embed-page.ts'
import { fileResponse, mediaType } from './files.ts'
import { LIBRARY_SCHEMA, openLibrary } from './library.ts'
import { isGranted } from './signature.ts'
import { uploadRoutes } from './uploads.ts'

export type VideoOptions = {
  dataDir: string
  /** The library's token security key, shared with the product's server. */
  tokenKey: string
  /** The library's access key, for its API and for presigned uploads. */
  apiKey?: string
  /** The pull zone's token authentication key. */
  cdnKey?: string
  /** Where this emulator is reached, for the addresses of uploads. */
  publicUrl?: string
}

/** One folder for each demo work, with `index.m3u8` and its segments. */
const MEDIA = join(import.meta.dirname, 'media')
/** What an upload turns into, as nothing is really encoded. */
const STAND_IN = 'hora-de-luz'

/** The player may load only its own files. Without `frame-ancestors`, any page may frame it. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "media-src 'self' blob:",
  "connect-src 'self'",
].join('; ')

/** A pull zone's own header for players on other sites. */
const OPEN = { 'access-control-allow-origin': '*' }

export function createVideo(options: VideoOptions): Emulator {
  const { dataDir, tokenKey, apiKey = 'video-api-key', cdnKey = 'video-cdn-key', publicUrl = '' } = options
  const db = openDatabase(dataDir, 'video', LIBRARY_SCHEMA)
  const library = openLibrary(db, dataDir, apiKey)
  const control = new Control(db, NETWORK_OUTCOMES)
  const assets = loadAssets()

  const isDemo = (videoId: string) =>
    /^[\w-]+$/.test(videoId) && existsSync(join(MEDIA, videoId, 'index.m3u8'))
  /** Where a video's files are; null for one that is unknown, or not encoded yet. */
  const folderOf = (videoId: string) =>
    isDemo(videoId) ? videoId : library.isReady(videoId, Date.now()) ? STAND_IN : null

  function embed(c: Context): Response | Promise<Response> {
    const videoId = c.req.param('videoId') ?? ''
    const { token = '', expires = '' } = c.req.query()
    const now = Date.now()
    if (!isGranted({ videoId, expires, token }, tokenKey, now)) return c.html(refusalPage(403), 403)
    if (folderOf(videoId) === null) return c.html(refusalPage(404), 404)
    // The address is a secret while it is valid: it must not leave in a Referer header.
    c.header('referrer-policy', 'no-referrer')
    c.header('content-security-policy', PAGE_POLICY)
    c.header('cache-control', 'private, no-store')
    const source = pathForOwnPage(videoId, cdnKey, now)
    return c.html(embedPage(videoId, source, readFlags(c.req.query()), assets.names))
  }

  async function fromZone(c: Context): Promise<Response> {
    // Before the host decodes it: the token's path is encoded in the path.
    const { pathname } = new URL(c.req.url)
    const path = pathBehind(pathname.slice(pathname.indexOf('/bcdn_token=')), cdnKey, Date.now())
    if (path === null) return c.text('Forbidden', 403, OPEN)
    const [, videoId = '', file = ''] = path.split('/')
    const name = file === 'playlist.m3u8' ? 'index.m3u8' : file
    const [type, folder] = [mediaType(name), folderOf(videoId)]
    if (type === undefined || folder === null) return c.text('Not found', 404, OPEN)
    return fileResponse(join(MEDIA, folder, name), { ...OPEN, 'content-type': type }, c.req.raw)
  }

  function player(c: Context): Response {
    const asset = assets.files.get(c.req.param('file') ?? '')
    if (asset === undefined) return c.text('Not found', 404)
    return c.body(asset.body, 200, {
      'content-type': asset.type,
      'cache-control': 'public, max-age=31536000, immutable',
    })
  }

  const app = new Hono()
  app.route(
    '/_control',
    control.routes(() => library.reset()),
  )
  app.post('/_control/encoding', async (c) => {
    const { held } = await jsonBody(c)
    library.holdEncoding(held === true)
    return c.json({ held: held === true })
  })
  app.get('/player/:file', player)
  app.use(logged(control, () => db.isOpen))
  const uploads = uploadRoutes(library, publicUrl, isDemo)
  const mayFail: MiddlewareHandler = (c, next) =>
    // A preflight is the browser's own, and not what a tester means.
    c.req.method === 'OPTIONS'
      ? next()
      : answerWithFault(c, control.takeNext(), async () => {
          await next()
          return c.res
        })
  app.use('/library/*', mayFail)
  app.use('/tusupload/*', mayFail)
  app.route('/', uploads)
  app.get('/embed/:library/:videoId', (c) => answerWithFault(c, control.takeNext(), () => embed(c)))
  app.get('/cdn/*', (c) => answerWithFault(c, control.takeNext(), () => fromZone(c)))

  return {
    app,
    async close() {
      db.close()
    },
  }
}

/** Logs each answer once it has been sent, with the bytes (headers included) handed to its connection. */
function logged(control: Control, isOpen: () => boolean): MiddlewareHandler {
  return async (c, next) => {
    const { incoming, outgoing } = c.env as HttpBindings
    const { socket } = incoming
    const before = socket.bytesWritten
    outgoing.once('close', () => {
      // Connections that end with the emulator itself are not news.
      if (!isOpen()) return
      const bytes = socket.bytesWritten - before
      control.record({ method: c.req.method, path: c.req.path, status: c.res.status, detail: { bytes } })
    })
    await next()
  }
}
