/** An S3-compatible store with one bucket, addressed in the path: what a store of files is asked for, and no more. */
import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { Control } from '../control.ts'
import { openDatabase } from '../database.ts'
import type { Emulator } from '../emulator.ts'
import { answerWithFault, NETWORK_OUTCOMES } from '../faults.ts'
import { actOnUpload } from './multipart.ts'
import { Objects, S3_SCHEMA } from './objects.ts'
import { listObjects, readObject } from './reading.ts'
import { Refusal } from './refusal.ts'
import { checkSignature, type Keys } from './signature.ts'
import { deleteObject, deleteObjects, putObject } from './writing.ts'
import { document, element } from './xml.ts'

export type S3Options = Keys & {
  dataDir: string
  /** The path of `publicUrl`, such as `/s3`: it stands before the bucket. */
  path: string
  bucket: string
}

const LARGEST_UPLOAD_BYTES = 100 * 1024 * 1024
const MOST_KEY_BYTES = 1024

/** `slow_down`: S3's own refusal for haste, 503 with the code SlowDown. */
const OUTCOMES = [...NETWORK_OUTCOMES, 'slow_down']

export function createS3(options: S3Options): Emulator {
  const db = openDatabase(options.dataDir, 's3', S3_SCHEMA)
  const objects = new Objects(db)
  const control = new Control(db, OUTCOMES)

  const answer = async (c: Context): Promise<Response> => {
    const scripted = control.takeNext()
    const response = await answerWithFault(c, scripted, async () => {
      try {
        if (scripted?.outcome === 'slow_down')
          throw new Refusal('SlowDown', 'Please reduce your request rate.')
        return await act(options, objects, c.req.raw)
      } catch (fault) {
        if (fault instanceof Refusal) return render(fault)
        throw fault
      }
    })
    control.record({ method: c.req.method, path: c.req.path, status: response.status, detail: null })
    return response
  }

  const app = new Hono()
  app.use(bodyLimit({ maxSize: LARGEST_UPLOAD_BYTES }))
  app.route(
    '/_control',
    control.routes(() => objects.clear()),
  )
  app.all('/*', answer)
  return { app, close: async () => db.close() }
}

async function act(options: S3Options, objects: Objects, request: Request): Promise<Response> {
  const url = new URL(request.url)
  const { method, headers } = request
  const body = Buffer.from(await request.arrayBuffer())
  checkSignature({ method, url, headers, body }, options)
  const [bucket = '', ...rest] = decodeURIComponent(url.pathname.slice(options.path.length + 1)).split('/')
  const key = rest.join('/')
  if (bucket !== options.bucket) throw new Refusal('NoSuchBucket', 'The specified bucket does not exist')
  if (Buffer.byteLength(key) > MOST_KEY_BYTES) throw new Refusal('KeyTooLongError', 'Your key is too long')
  const asked = { bucket, key, headers, body }
  if (key === '') return actOnBucket(objects, method, url, asked)
  const answered = actOnUpload(objects, method, url.searchParams, asked)
  if (answered) return answered
  switch (method) {
    case 'PUT':
      return putObject(objects, asked)
    case 'GET':
    case 'HEAD': {
      const found = objects.find(bucket, key)
      if (!found) throw new Refusal('NoSuchKey', 'The specified key does not exist.')
      return readObject(found, headers)
    }
    case 'DELETE':
      return deleteObject(objects, asked)
    default:
      throw new Refusal('MethodNotAllowed', 'The specified method is not allowed against this resource.')
  }
}

function actOnBucket(
  objects: Objects,
  method: string,
  url: URL,
  asked: Parameters<typeof deleteObjects>[1],
): Response {
  if (method === 'GET') return listObjects(objects, asked.bucket, url.searchParams)
  if (method === 'HEAD') return new Response(null)
  if (method === 'POST' && url.searchParams.has('delete')) return deleteObjects(objects, asked)
  throw new Refusal('MethodNotAllowed', 'The specified method is not allowed against this resource.')
}

function render(refusal: Refusal): Response {
  const content = [
    element('Code', refusal.code),
    element('Message', refusal.message),
    element('RequestId', randomBytes(8).toString('hex').toUpperCase()),
  ]
  return new Response(document('Error', content.join('')), {
    status: refusal.status,
    headers: { 'content-type': 'application/xml', ...refusal.headers },
  })
}
