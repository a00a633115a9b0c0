/** One websocket: its channels, its heartbeat, and the end of its patience. */
import type { Logger } from '../log.ts'
import { type Channel, parseJoin, readBindings } from './channel.ts'
import { type Claims, checkToken } from './claims.ts'
import type { RealtimeCounts } from './counts.ts'
import { decodeFrame, encodeFrame, type Frame, type Version } from './frames.ts'
import type { Hub, Subscriber } from './hub.ts'
import type { Topics } from './topics.ts'
import { MAX_UNREAD_BYTES, type Wire, watchTopic } from './watcher.ts'

const MAX_CHANNELS = 100
/** Frames that may wait for their turn; nobody who waits for answers comes near it. */
const MAX_WAITING = 500
/** Clients send a heartbeat every 25 or 30 seconds. */
const SILENCE_MS = 65_000
const TOKEN_CHECK_MS = 30_000

export type ConnectionOptions = {
  hub: Hub
  topics: Topics
  counts: RealtimeCounts
  jwtSecret: string
  version: Version
  /** Claims of the key the socket was opened with: who a channel is until it says otherwise. */
  keyClaims: Claims
  log: Logger
}

type Joined = Subscriber & {
  /** Ends the watching of a topic on which the server speaks; null on all others. */
  unwatch: (() => void) | null
}

export function serveConnection(wire: Wire, options: ConnectionOptions): void {
  const { socket } = wire
  const { hub, topics, counts, jwtSecret, version, keyClaims, log } = options
  const channels = new Map<string, Joined>()
  let lastHeard = Date.now()
  // Each topic that is watched may wait for it to drain.
  wire.raw.setMaxListeners(2 * MAX_CHANNELS)

  function send(frame: Frame): void {
    if (socket.readyState !== socket.OPEN) return
    // A reader this far behind is sent away to reconnect and read the state anew; nothing piles up for it.
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) {
      counts.slow++
      socket.close(1013, 'too slow')
    } else {
      counts.frames++
      socket.send(encodeFrame(version, frame))
    }
  }
  const reply = (to: Frame, status: 'ok' | 'error', response: Record<string, unknown>) =>
    send({ ...to, event: 'phx_reply', payload: { status, response } })

  function system(channel: Channel, status: 'ok' | 'error', extension: string, message: string): void {
    const name = channel.topic.replace(/^realtime:/, '')
    const payload = { extension, status, message, channel: name }
    send({ joinRef: channel.joinRef, ref: null, topic: channel.topic, event: 'system', payload })
  }

  function unlisten(joined: Joined): void {
    hub.unsubscribe(joined)
    joined.unwatch?.()
  }

  function close(topic: string): void {
    const joined = channels.get(topic)
    if (!joined) return
    unlisten(joined)
    channels.delete(topic)
    const { joinRef } = joined.channel
    send({ joinRef, ref: joinRef, topic, event: 'phx_close', payload: {} })
  }

  async function join(frame: Frame): Promise<void> {
    const request = parseJoin(frame.payload)
    if (!request) return reply(frame, 'error', { reason: 'MalformedJoin: the payload is not understood' })
    if (channels.size >= MAX_CHANNELS && !channels.has(frame.topic)) {
      return reply(frame, 'error', { reason: 'ChannelRateLimitReached: Too many channels' })
    }
    const checked = request.access_token
      ? await checkToken(request.access_token, jwtSecret)
      : { claims: keyClaims }
    if (socket.readyState !== socket.OPEN) return
    if ('fault' in checked) return reply(frame, 'error', { reason: checked.fault })
    const owned = topics.owns(frame.topic)
    if (request.config?.private || (owned && !mayWatch(checked.claims))) {
      return reply(frame, 'error', { reason: unauthorized(frame.topic) })
    }
    const held = owned ? await topics.hold(frame.topic) : null
    if (owned && !held) {
      return reply(frame, 'error', { reason: `UnknownTopic: There is no topic ${frame.topic}` })
    }
    // The socket may have closed while the topic was being opened.
    if (socket.readyState !== socket.OPEN) return held?.release()
    close(frame.topic)
    const { bindings, fault } = readBindings(request)
    const channel: Channel = {
      topic: frame.topic,
      joinRef: frame.joinRef ?? frame.ref,
      claims: checked.claims,
      bindings,
    }
    const joined: Joined = {
      channel,
      unwatch: null,
      push: (event, payload) =>
        send({ joinRef: channel.joinRef, ref: null, topic: channel.topic, event, payload }),
    }
    channels.set(frame.topic, joined)
    reply(frame, 'ok', { postgres_changes: bindings.map(({ id, sent }) => ({ id, ...sent })) })
    if (held) joined.unwatch = watchTopic(held, version, wire, counts)
    if (request.config?.presence?.enabled) joined.push('presence_state', {})
    if (bindings.length > 0) await subscribe(joined, fault)
  }

  async function subscribe(joined: Joined, parseFault: string | null): Promise<void> {
    const fault = parseFault ?? (await hub.subscribe(joined))
    // The socket may have closed, or the channel been left, while the hub was looking.
    if (channels.get(joined.channel.topic) !== joined) return hub.unsubscribe(joined)
    if (fault) system(joined.channel, 'error', 'postgres_changes', fault)
    else system(joined.channel, 'ok', 'postgres_changes', 'Subscribed to PostgreSQL')
  }

  async function renewToken(frame: Frame): Promise<void> {
    const joined = channels.get(frame.topic)
    const token = frame.payload.access_token
    if (!joined || typeof token !== 'string') return
    const checked = await checkToken(token, jwtSecret)
    if ('fault' in checked) return expel(joined.channel, checked.fault)
    if (joined.unwatch && !mayWatch(checked.claims)) {
      return expel(joined.channel, unauthorized(joined.channel.topic))
    }
    joined.channel.claims = checked.claims
    if (joined.channel.bindings.length > 0) {
      system(joined.channel, 'ok', 'postgres_changes', 'Subscribed to PostgreSQL')
    }
  }

  function expel(channel: Channel, reason: string): void {
    system(channel, 'error', 'system', reason)
    close(channel.topic)
  }

  async function handle(frame: Frame): Promise<void> {
    if (frame.topic === 'phoenix' && frame.event === 'heartbeat') return reply(frame, 'ok', {})
    if (frame.event === 'phx_join') return join(frame)
    if (!channels.has(frame.topic)) return reply(frame, 'error', { reason: 'unmatched topic' })
    switch (frame.event) {
      case 'phx_leave':
        reply(frame, 'ok', {})
        return close(frame.topic)
      case 'access_token':
        return renewToken(frame)
      default:
        // People do not speak to each other here: broadcasts come from the server alone, presence is not kept.
        return reply(frame, 'error', { reason: `Unauthorized: ${frame.event} is not accepted from clients` })
    }
  }

  // One frame after another: a token that arrives behind a join must find it joined.
  let work: Promise<void> = Promise.resolve()
  let waiting = 0
  socket.on('message', (data, isBinary) => {
    lastHeard = Date.now()
    if (waiting >= MAX_WAITING) return socket.terminate()
    const frame = isBinary ? null : decodeFrame(version, String(data))
    if (!frame) return socket.close(1003, 'not a frame')
    waiting++
    work = work
      .then(() => handle(frame))
      .catch((fault) => {
        log.error({ err: fault }, 'a frame could not be answered')
        socket.close(1011, 'internal error')
      })
      .finally(() => waiting--)
  })

  const patrol = setInterval(() => {
    if (Date.now() - lastHeard > SILENCE_MS) return socket.close(1000, 'silent')
    for (const { channel } of channels.values()) {
      const ago = Math.floor(Date.now() / 1000) - channel.claims.exp
      if (ago >= 0) expel(channel, `Token has expired ${ago} seconds ago`)
    }
  }, TOKEN_CHECK_MS)

  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    clearInterval(patrol)
    for (const joined of channels.values()) unlisten(joined)
    channels.clear()
  })
}

/** The server speaks to people who have signed in. */
function mayWatch(claims: Claims): boolean {
  return claims.role === 'authenticated'
}

function unauthorized(topic: string): string {
  return `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`
}
