/** File pinning: what the product calls of Pinata's API, and a public gateway to what is pinned. */
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { Control, jsonBody } from '../control.ts'
import { openDatabase } from '../database.ts'
import type { Emulator } from '../emulator.ts'
import { answerWithFault, NETWORK_OUTCOMES } from '../faults.ts'
import { isSameSecret } from '../same-secret.ts'
import { canonicalCid } from './cid.ts'
import { PINNING_SCHEMA, Pins } from './pins.ts'

export type PinningOptions = {
  dataDir: string
  /** The bearer token that pins. */
  token: string
}

const LARGEST_UPLOAD_BYTES = 100 * 1024 * 1024

export function createPinning(options: PinningOptions): Emulator {
  const db = openDatabase(options.dataDir, 'pinning', PINNING_SCHEMA)
  const pins = new Pins(db)
  const control = new Control(db, NETWORK_OUTCOMES)

  const pinJson = async (c: Context): Promise<Response> => {
    const { pinataContent, pinataMetadata } = await jsonBody(c)
    if (pinataContent === undefined) return invalid(c, 'The body has no "pinataContent".')
    return pinned(c, await pins.add(jsonContent(JSON.stringify(pinataContent), nameIn(pinataMetadata))))
  }

  const gateway = (c: Context): Response => {
    const cid = canonicalCid(c.req.param('cid') ?? '')
    if (cid === undefined) return c.text('Not a content identifier.', 400)
    const content = pins.read(cid)
    if (content === undefined) return c.text('Nobody provides this content.', 404)
    return new Response(new Uint8Array(content.bytes), {
      headers: {
        'content-type': content.type,
        etag: `"${cid}"`,
        // The content behind an identifier never changes.
        'cache-control': 'public, max-age=29030400, immutable',
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
        // Pinned pages are strangers' pages: they may not act with this origin's rights.
        'content-security-policy': 'sandbox',
        'x-ipfs-path': `/ipfs/${cid}`,
      },
    })
  }

  /** Requires the token, applies scripted faults, and leaves a line in the log. */
  const guarded = (handler: (c: Context) => Promise<Response>) => async (c: Context) => {
    const response = isSameSecret(c.req.header('authorization') ?? '', `Bearer ${options.token}`)
      ? await answerWithFault(c, control.takeNext(), () => handler(c))
      : c.json({ error: { reason: 'INVALID_CREDENTIALS', details: 'Invalid token' } }, 401)
    control.record({ method: c.req.method, path: c.req.path, status: response.status, detail: null })
    return response
  }

  const app = new Hono()
  app.use(bodyLimit({ maxSize: LARGEST_UPLOAD_BYTES }))
  app.post('/pinning/pinJSONToIPFS', guarded(pinJson))
  const door = control.routes(() => pins.clear())
  door.get('/pins', (c) => c.json(pins.list()))
  app.route('/_control', door)
  app.get(
    '/data/testAuthentication',
    guarded(async (c) => c.json({ message: 'The token is known.' })),
  )
  app.get('/ipfs/:cid', gateway)
  app.get('/:cid', gateway)
  return { app, close: async () => db.close() }
}

function pinned(
  c: Context,
  pin: { cid: string; size: number; pinnedAt: string; isDuplicate: boolean },
): Response {
  return c.json({
    IpfsHash: pin.cid,
    PinSize: pin.size,
    Timestamp: pin.pinnedAt,
    ...(pin.isDuplicate ? { isDuplicate: true } : {}),
  })
}

function invalid(c: Context, details: string): Response {
  return c.json({ error: { reason: 'INVALID_REQUEST', details } }, 400)
}

function jsonContent(text: string, name: string) {
  return { bytes: new TextEncoder().encode(text), type: 'application/json', name }
}

function nameIn(metadata: unknown): string {
  const hasName = typeof metadata === 'object' && metadata !== null && 'name' in metadata
  return hasName ? String(metadata.name) : ''
}
