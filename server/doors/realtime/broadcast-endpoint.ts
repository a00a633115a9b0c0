/**
 * POST /api/broadcast and /api/broadcast/{topic}/events/{event}: messages for topics, from whoever has no socket there.
 * What row policies do not allow is dropped without a word, as the original does.
 */
import type { IncomingMessage } from 'node:http'
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { isStorable } from '../../platform/db/storable.ts'
import { bearerOf } from '../../platform/http/access-token.ts'
import { limitBody } from '../../platform/http/body-limit.ts'
import type { TokenKeys } from '../../platform/http/token-keys.ts'
import { REALTIME_BUDGET } from './budget.ts'
import { type Claims, checkToken } from './claims.ts'
import { createPace } from './pace.ts'
import { askPermissions, type TalkOptions } from './talk.ts'

const topic = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxBytes(REALTIME_BUDGET.topicLength.limit - 'realtime:'.length),
)
const event = v.pipe(v.string(), v.minLength(1), v.maxBytes(255))
const one = v.object({ topic, event })
const many = v.object({
  messages: v.pipe(
    v.array(
      v.object({
        topic,
        event,
        payload: v.record(v.string(), v.unknown()),
        private: v.optional(v.nullable(v.boolean())),
      }),
    ),
    v.minLength(1),
    v.maxLength(REALTIME_BUDGET.saidPerSecond.limit),
  ),
})
type Message = { topic: string; event: string; payload: unknown; private?: boolean | null | undefined }

export type EndpointOptions = {
  jwtSecret: TokenKeys
  talk: TalkOptions
  /** Whether somebody who is signed in may talk at present. */
  mayTalk: (claims: Claims) => boolean | Promise<boolean>
  clientAddress: (request: IncomingMessage) => string
}

export function createBroadcastEndpoint(options: EndpointOptions): Hono {
  const { talk } = options
  const endpoint = new Hono()
  const pace = createPace()

  async function send(c: Context, claims: Claims, messages: Message[]): Promise<Response> {
    // Node's request, where a server of Node's has mounted the endpoint.
    const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage }
    const who = incoming ? options.clientAddress(incoming) : ''
    if (!pace(who, messages.length)) return c.json({ message: 'You have exceeded your rate limit' }, 429)
    const mayWrite = await writable(talk, claims, messages)
    for (const { topic: name, event: word, payload, private: isPrivate } of messages) {
      if (isPrivate && !mayWrite.has(name)) continue
      talk.rooms.broadcast(`realtime:${name}`, isPrivate ?? false, null, { event: word, payload })
    }
    return c.body(null, 202)
  }

  endpoint.use(
    limitBody(REALTIME_BUDGET.httpBytes.limit, (c) => c.json({ message: 'Request body is too large' }, 413)),
  )
  endpoint.post('/api/broadcast', async (c) => {
    const caller = await readCaller(c, options)
    if (caller instanceof Response) return caller
    const given = await c.req.json().catch(() => null)
    const parsed = v.safeParse(many, isStorable(given) ? given : null)
    return parsed.success ? send(c, caller, parsed.output.messages) : unprocessable(c, parsed.issues)
  })
  endpoint.post('/api/broadcast/:topic/events/:event', async (c) => {
    const caller = await readCaller(c, options)
    if (caller instanceof Response) return caller
    const parsed = v.safeParse(one, c.req.param())
    if (!parsed.success) return unprocessable(c, parsed.issues)
    // Nothing that is said is kept.
    if (/[?&]persist(=|\[|%5B)/i.test(c.req.url))
      return c.json({ message: 'Broadcasts are not stored here' }, 403)
    const isBytes = c.req.header('content-type') === 'application/octet-stream'
    const payload = isBytes
      ? Buffer.from(await c.req.arrayBuffer())
      : await c.req.json().catch(() => undefined)
    if (!isBytes && (payload === undefined || !isStorable(payload)))
      return unprocessable(c, [{ message: 'payload is not JSON' }])
    return send(c, caller, [{ ...parsed.output, payload, private: c.req.query('private') === 'true' }])
  })
  return endpoint
}

/** Who asks, or the answer to somebody who may not. */
async function readCaller(
  c: Context,
  { jwtSecret, talk, mayTalk }: EndpointOptions,
): Promise<Claims | Response> {
  const token = bearerOf(c.req.header('authorization')) ?? c.req.header('apikey') ?? ''
  const checked = checkToken(token, jwtSecret)
  if ('fault' in checked) return c.json({ message: checked.fault.replace(/^\w+: /, '') }, 401)
  const { claims } = checked
  const mayEnter = claims.role !== 'authenticated' || (await mayTalk(claims))
  return talk.offered.broadcast && mayEnter
    ? claims
    : c.json({ message: 'Broadcasts are not accepted from this client' }, 403)
}

/** The private topics on which row policies let them speak; each is asked about once. */
async function writable(talk: TalkOptions, claims: Claims, messages: Message[]): Promise<Set<string>> {
  const topics = new Set(messages.filter((some) => some.private).map((some) => some.topic))
  const found = new Set<string>()
  for (const name of topics) {
    const permissions = await askPermissions(talk, claims, name, true)
    if (permissions?.broadcast.write) found.add(name)
  }
  return found
}

function unprocessable(c: Context, issues: readonly { message: string }[]): Response {
  return c.json({ errors: { messages: issues.map(({ message }) => message) } }, 422)
}
