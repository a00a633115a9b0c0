/**
 * The library's API and its upload endpoint, tus 1.0.0 with the vendor's presigned headers.
 * Sources: docs.bunny.net/reference/tus-resumable-uploads, tus.io/protocols/resumable-upload.
 */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { jsonBody } from '../control.ts'
import type { Library } from './library.ts'

const TUS = { 'tus-resumable': '1.0.0' }
const SIGNED = ['AuthorizationSignature', 'AuthorizationExpire', 'VideoId', 'LibraryId']

/** Any page with a signature may upload here. */
const anyPage = cors({
  origin: '*',
  allowMethods: ['POST', 'HEAD', 'PATCH', 'OPTIONS'],
  allowHeaders: [
    ...SIGNED,
    'Content-Type',
    'Tus-Resumable',
    'Upload-Length',
    'Upload-Metadata',
    'Upload-Offset',
  ],
  exposeHeaders: ['Location', 'Tus-Resumable', 'Upload-Length', 'Upload-Offset'],
})

/** `isDemo`: whether it is one of the demo works, which every library has, ready. */
export function uploadRoutes(library: Library, publicUrl: string, isDemo: (guid: string) => boolean): Hono {
  const app = new Hono()
  app.post('/library/:library{[0-9]+}/videos', async (c) => {
    if (!library.isKey(c.req.header('accesskey') ?? ''))
      return c.json({ message: 'Authentication failed' }, 401)
    const { title } = await jsonBody(c)
    if (typeof title !== 'string' || title === '') return c.json({ message: 'title is required' }, 400)
    return c.json(library.describe(library.create(c.req.param('library'), title), Date.now()))
  })
  app.get('/library/:library{[0-9]+}/videos/:guid', (c) => {
    if (!library.isKey(c.req.header('accesskey') ?? ''))
      return c.json({ message: 'Authentication failed' }, 401)
    const guid = c.req.param('guid')
    if (isDemo(guid)) return c.json(library.describeDemo(guid, c.req.param('library')))
    const video = library.find(guid)
    if (video?.library !== c.req.param('library')) return c.json({ message: 'The video was not found' }, 404)
    return c.json(library.describe(video, Date.now()))
  })

  app.use('/tusupload', anyPage)
  app.use('/tusupload/*', anyPage)
  app.post('/tusupload', (c) => {
    const guid = signedVideo(c)
    const length = Number(c.req.header('upload-length'))
    if (guid === null) return c.text('Forbidden', 403, TUS)
    if (!Number.isSafeInteger(length) || length < 1) return c.text('Upload-Length', 400, TUS)
    library.begin(guid, length)
    return c.body(null, 201, { ...TUS, location: `${publicUrl}/tusupload/${guid}` })
  })
  // HEAD requests are led to GET.
  app.get('/tusupload/:guid', (c) => {
    const guid = signedVideo(c)
    const video = guid === c.req.param('guid') ? library.find(guid) : undefined
    if (!video) return c.body(null, 403, TUS)
    return c.body(null, 200, {
      ...TUS,
      'cache-control': 'no-store',
      'upload-offset': String(library.received(video.guid)),
      'upload-length': String(video.length ?? 0),
    })
  })
  app.patch('/tusupload/:guid', async (c) => {
    const guid = signedVideo(c)
    const video = guid === c.req.param('guid') ? library.find(guid) : undefined
    if (!video || video.length === null) return c.text('Forbidden', 403, TUS)
    const offset = library.received(video.guid)
    if (c.req.header('content-type') !== 'application/offset+octet-stream') return c.text('Type', 415, TUS)
    if (Number(c.req.header('upload-offset')) !== offset) return c.text('Conflict', 409, TUS)
    const body = c.req.raw.body as ReadableStream | null
    const file = createWriteStream(library.fileOf(video.guid), { flags: 'a' })
    if (body) await pipeline(Readable.fromWeb(body), file)
    const received = library.received(video.guid)
    if (received > video.length) return c.text('Too long', 413, TUS)
    if (received === video.length) library.finish(video.guid, Date.now())
    return c.body(null, 204, { ...TUS, 'upload-offset': String(received) })
  })

  /** The video that the headers are signed for; null when they are not. */
  function signedVideo(c: Context): string | null {
    const [signature = '', expires = '', guid = '', of = ''] = SIGNED.map((name) => c.req.header(name) ?? '')
    const isSigned = library.isSigned({ library: of, guid, expires, signature }, Date.now())
    return isSigned && library.find(guid)?.library === of ? guid : null
  }
  return app
}
