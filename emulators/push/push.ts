/**
 * A browser vendor's push service (RFC 8030): accepts encrypted messages for a browser, signed by the sender it
 * subscribed to.
 */
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { Control, jsonBody } from '../control.ts'
import { openDatabase } from '../database.ts'
import type { Emulator } from '../emulator.ts'
import { answerWithFault, NETWORK_OUTCOMES } from '../faults.ts'
import { PUSH_SCHEMA, Subscriptions } from './subscriptions.ts'
import { judgeVapid } from './vapid.ts'

export type PushOptions = {
  dataDir: string
  /** The address of `/push` as its callers see it. */
  publicUrl: string
}

/** `gone_404`, `gone_410`: the browser has unsubscribed; `busy_429`: too many messages, try later. */
const OUTCOMES = [...NETWORK_OUTCOMES, 'gone_404', 'gone_410', 'busy_429']
/** The size RFC 8030 obliges a service to accept. */
const LARGEST_BODY_BYTES = 4096
const TOPIC = /^[A-Za-z0-9_-]{1,32}$/
const URGENCIES = ['very-low', 'low', 'normal', 'high']

export function createPush(options: PushOptions): Emulator {
  const db = openDatabase(options.dataDir, 'push', PUSH_SCHEMA)
  const subscriptions = new Subscriptions(db)
  const control = new Control(db, OUTCOMES)
  const audience = new URL(options.publicUrl).origin

  async function accept(c: Context, id: string): Promise<Response> {
    const subscription = subscriptions.find(id)
    if (subscription === undefined) return c.text('Nobody has subscribed here.', 404)
    const ttl = c.req.header('ttl') ?? ''
    if (!/^\d+$/.test(ttl)) return c.text('TTL is missing.', 400)
    const urgency = c.req.header('urgency') ?? 'normal'
    if (!URGENCIES.includes(urgency)) return c.text('Urgency is none.', 400)
    const topic = c.req.header('topic') ?? null
    if (topic !== null && !TOPIC.test(topic)) return c.text('Topic is none.', 400)
    if (c.req.header('content-encoding') !== 'aes128gcm') return c.text('The body is not encrypted.', 415)
    const fault = await judgeVapid(c.req.header('authorization'), audience, subscription.serverKey)
    if (fault !== null) return c.text(fault, 403)
    const body = Buffer.from(await c.req.arrayBuffer())
    const message = subscriptions.keep(id, { ttl: Number(ttl), urgency, topic, body })
    return c.body(null, 201, { location: `${options.publicUrl}/message/${message}`, ttl })
  }

  const send = async (c: Context) => {
    const id = c.req.param('id') ?? ''
    const scripted = control.takeNext()
    const response = await answerWithFault(c, scripted, () => {
      if (scripted?.outcome === 'busy_429') return c.text('Too many.', 429, { 'retry-after': '30' })
      if (scripted?.outcome === 'gone_404' || scripted?.outcome === 'gone_410') {
        subscriptions.end(id)
        return c.text('The browser has unsubscribed.', scripted.outcome === 'gone_404' ? 404 : 410)
      }
      return accept(c, id)
    })
    control.record({ method: 'POST', path: c.req.path, status: response.status, detail: { id } })
    return response
  }

  const app = new Hono()
  const tooLarge = bodyLimit({
    maxSize: LARGEST_BODY_BYTES,
    onError: (c) => c.text('The message is too large.', 413),
  })
  app.post('/send/:id', tooLarge, send)
  const door = control.routes(() => subscriptions.clear())
  // What a browser does when a page asks its PushManager: `applicationServerKey` in base64url.
  door.post('/subscribe', async (c) => {
    const id = subscriptions.add(String((await jsonBody(c)).applicationServerKey ?? ''))
    return c.json({ endpoint: `${options.publicUrl}/send/${id}` }, 201)
  })
  door.get('/messages', (c) => c.json(subscriptions.messages(c.req.query('endpoint')?.split('/').at(-1))))
  app.route('/_control', door)
  return {
    app,
    async close() {
      db.close()
    },
  }
}
