/** The channels of one websocket: what each frame does to them, and whose they are at any moment. */
import type { WebSocket } from 'ws'
import type { BoundedWriter } from './bounded-writer.ts'
import { REALTIME_BUDGET } from './budget.ts'
import type { Subscriber } from './channel.ts'
import { type Channel, type JoinRequest, parseJoin, readBindings } from './channel.ts'
import { type Claims, checkToken } from './claims.ts'
import type { RealtimeCounts } from './counts.ts'
import { type EnterOptions, enter, mayWatchServer, unauthorized } from './enter.ts'
import { createExpiry } from './expiry.ts'
import { createFrameWriter, type FrameWriter } from './frame-writer.ts'
import type { SocketFrame } from './frames.ts'
import type { Hub } from './hub.ts'
import { watchTopic } from './watcher.ts'

export type ChannelsOptions = EnterOptions & {
  hub: Hub
  counts: RealtimeCounts
  jwtSecret: string
  /** Claims of the key the socket was opened with: a channel's identity until it sends a token. */
  keyClaims: Claims
}

type Joined = Subscriber & {
  /** Stops watching a topic the server broadcasts on; null on all others. */
  unwatch: (() => void) | null
  /** What it asks for, as JSON. */
  bytes: number
  /** The newest token it has sent. */
  token: string | null
}

export class JoinedChannels {
  #channels = new Map<string, Joined>()
  #socket: WebSocket
  #writer: BoundedWriter
  #frames: FrameWriter
  #options: ChannelsOptions
  #expiry = createExpiry(
    () => [...this.#channels.values()].map(({ channel }) => channel.claims.exp),
    () => this.#expelExpired(),
  )

  constructor(socket: WebSocket, writer: BoundedWriter, options: ChannelsOptions) {
    this.#socket = socket
    this.#writer = writer
    this.#frames = createFrameWriter(writer)
    this.#options = options
  }

  /** Answers one frame. The previous one must have been answered: a token that follows a join must find it joined. */
  async handle(frame: SocketFrame): Promise<void> {
    const { reply } = this.#frames
    if (frame.topic === 'phoenix' && frame.event === 'heartbeat') return reply(frame, 'ok', {})
    if (frame.event === 'phx_join') return this.#join(frame)
    const joined = this.#channels.get(frame.topic)
    if (!joined) return reply(frame, 'error', { reason: 'unmatched topic' })
    switch (frame.event) {
      case 'phx_leave':
        reply(frame, 'ok', {})
        return this.#close(frame.topic)
      case 'access_token':
        return this.#renewToken(joined, frame.payload.access_token)
      default:
        // Clients do not talk to each other: only the server broadcasts.
        return reply(frame, 'error', { reason: `Unauthorized: ${frame.event} is not accepted from clients` })
    }
  }

  /** The claims of those who watch the server's topics. */
  watchers(): Claims[] {
    const counted = [...this.#channels.values()].filter(({ unwatch }) => unwatch)
    return counted.map(({ channel }) => channel.claims).filter(({ role }) => role === 'authenticated')
  }

  expelEnded(isEnded: (claims: Claims) => boolean): void {
    for (const { channel, unwatch } of this.#channels.values())
      if (unwatch && isEnded(channel.claims)) this.#expel(channel, 'The session has ended')
  }

  /** Releases everything once the socket has closed. */
  leaveAll(): void {
    this.#expiry.stop()
    for (const joined of this.#channels.values()) this.#forget(joined)
  }

  async #join(frame: SocketFrame): Promise<void> {
    const refuse = (reason: string) => this.#frames.reply(frame, 'error', { reason })
    const { jwtSecret, keyClaims } = this.#options
    const request = parseJoin(frame.payload)
    if (!request || Buffer.byteLength(frame.topic) > REALTIME_BUDGET.topicLength.limit)
      return refuse('MalformedJoin: the payload is not understood')
    if (this.#channels.size >= REALTIME_BUDGET.channels.limit && !this.#channels.has(frame.topic)) {
      return refuse('ChannelRateLimitReached: Too many channels')
    }
    const bytes = Buffer.byteLength(JSON.stringify(request.config?.postgres_changes ?? []))
    if (this.#bytesBeside(frame.topic) + bytes > REALTIME_BUDGET.askedBytes.limit) {
      return refuse('ChannelRateLimitReached: The channels of this connection ask for too much')
    }
    const checked = request.access_token ? checkToken(request.access_token, jwtSecret) : { claims: keyClaims }
    if (!this.#isOpen) return
    if ('fault' in checked) return refuse(checked.fault)
    const { claims } = checked
    const entry = await enter(this.#options, frame.topic, request.config?.private ?? false, claims)
    if ('refusal' in entry) return refuse(entry.refusal)
    // The socket may have closed while the topic was being opened.
    if (!this.#isOpen) return entry.held?.release()

    this.#close(frame.topic)
    const { bindings, fault } = readBindings(request)
    const joinRef = frame.joinRef ?? frame.ref
    const joined = this.#add({ topic: frame.topic, joinRef, claims, bindings }, bytes, request)
    const subscribing = bindings.length > 0 ? this.#subscribe(joined, fault) : null
    this.#frames.reply(frame, 'ok', {
      postgres_changes: bindings.map(({ id, sent }) => ({ id, ...sent })),
    })
    if (entry.held) joined.unwatch = watchTopic(entry.held, this.#writer, this.#options.counts)
    // The client waits for it; nobody is said to be present here.
    if (request.config?.presence?.enabled) joined.push('presence_state', () => ({}))
    if (subscribing) this.#saySubscribed(joined, await subscribing)
  }

  #bytesBeside(topic: string): number {
    const others = [...this.#channels.values()].filter(({ channel }) => channel.topic !== topic)
    return others.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  #add(channel: Channel, bytes: number, { access_token: token }: JoinRequest): Joined {
    const push: Joined['push'] = (event, payload) => this.#frames.push(channel, event, payload)
    const joined: Joined = { channel, unwatch: null, bytes, push, token: token ?? null }
    this.#channels.set(channel.topic, joined)
    this.#expiry.wait()
    return joined
  }

  /** Resolves with a fault, or with null once nothing is missed any more. */
  async #subscribe(joined: Joined, parseFault: string | null): Promise<string | null> {
    const fault = parseFault ?? (await this.#options.hub.subscribe(joined))
    // The socket may have closed while the hub was looking.
    if (!this.#holds(joined)) this.#options.hub.unsubscribe(joined)
    return fault
  }

  #saySubscribed(joined: Joined, fault: string | null): void {
    if (!this.#holds(joined)) return
    if (fault) this.#frames.system(joined.channel, 'error', 'postgres_changes', fault)
    else this.#sayFollowing(joined.channel)
  }

  #holds(joined: Joined): boolean {
    return this.#channels.get(joined.channel.topic) === joined
  }

  async #renewToken(joined: Joined, token: unknown): Promise<void> {
    if (typeof token !== 'string' || token === joined.token) return
    const { channel, unwatch } = joined
    const checked = checkToken(token, this.#options.jwtSecret)
    if ('fault' in checked) return this.#expel(channel, checked.fault)
    if (unwatch && !(await mayWatchServer(this.#options, checked.claims)))
      return this.#expel(channel, unauthorized(channel.topic))
    joined.token = token
    channel.claims = checked.claims
    this.#expiry.wait()
    if (channel.bindings.length > 0) this.#sayFollowing(channel)
  }

  #sayFollowing(channel: Channel): void {
    this.#frames.system(channel, 'ok', 'postgres_changes', 'Subscribed to PostgreSQL')
  }

  /** Closes each channel the moment its token expires. */
  #expelExpired(): void {
    const now = Math.floor(Date.now() / 1000)
    for (const { channel } of this.#channels.values()) {
      const ago = now - channel.claims.exp
      if (ago >= 0) this.#expel(channel, `Token has expired ${ago} seconds ago`)
    }
  }

  /** A channel that ends hears why without the code that a join would be given. */
  #expel(channel: Channel, reason: string): void {
    this.#frames.system(channel, 'error', 'system', reason.replace(/^[A-Z]\w+: /, ''))
    this.#close(channel.topic)
  }

  #close(topic: string): void {
    const joined = this.#channels.get(topic)
    if (!joined) return
    this.#forget(joined)
    this.#frames.closed(joined.channel)
  }

  #forget(joined: Joined): void {
    this.#channels.delete(joined.channel.topic)
    this.#options.hub.unsubscribe(joined)
    joined.unwatch?.()
  }

  get #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }
}
