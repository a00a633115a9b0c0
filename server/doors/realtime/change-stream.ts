/**
 * Messages from the process that reads the log to all that tell of changes: a stream of NATS JetStream, which keeps each
 * for a minute on as many servers as are asked for. Who was cut off for less misses nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ConsumerMessages,
  DeliverPolicy,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  type StreamInfo,
} from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { createBackOff } from '../../platform/db/back-off.ts'
import type { Logger } from '../../platform/log.ts'

export type ChangeStream = {
  /** Resolves once the stream has it; rejects when it may or may not. At most `mostBytes`. */
  publish: (message: string) => Promise<void>
  mostBytes: number
  listen: (listener: StreamListener) => Promise<Listening>
  close: () => Promise<void>
}

type StreamListener = {
  onMessage: (message: string) => void
  /** Messages may have been missed. */
  onGap: () => void
}

type Listening = { stop: () => Promise<void> }

const KEPT_SECONDS = 60
const KEPT_BYTES = 256 * 1024 * 1024
const PUBLISH_MS = 2000
/** A quarter of a second apart, while a stream's servers elect a leader. */
const PUBLISH_TRIES = 20
/** How soon a silent server is taken for a lost one. */
const PING_MS = 1000
const UNANSWERED_PINGS = 2
const HEARTBEAT_MS = 1000
/** What NATS adds to a message's own bytes. */
const HEADROOM = 4096

/** `name` is letters, digits and `_`. Waits for the servers, which come up when they like. */
export async function openChangeStream(
  { servers, replicas }: { servers: string; replicas: number },
  name: string,
  log: Logger,
): Promise<ChangeStream> {
  const connection = await connect({
    ...serversOf(servers),
    name: 'tune',
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    waitOnFirstConnect: true,
    pingInterval: PING_MS,
    maxPingOut: UNANSWERED_PINGS,
  })
  const manager = await jetstreamManager(connection, { checkAPI: false })
  const stream = jetstream(connection)
  const subject = `tune.changes.${name}`
  const ensure = () => ensureStream(manager, name, subject, replicas)
  await untilElected(ensure, log)
  return {
    mostBytes: (connection.info?.max_payload ?? 2 ** 20) - HEADROOM,
    async publish(message) {
      await stream.publish(subject, message, { timeout: PUBLISH_MS, retries: PUBLISH_TRIES })
    },
    listen: (listener) => listen({ ensure, consumers: stream.consumers, name, log }, listener),
    close: () => connection.close(),
  }
}

/** Servers that have just come up have to agree on a leader first. */
async function untilElected(ensure: () => Promise<unknown>, log: Logger): Promise<void> {
  for (const backOff = createBackOff(); ; ) {
    try {
      await ensure()
      return
    } catch (fault) {
      log.warn({ err: fault }, 'the stream of changes is not there yet')
      await sleep(backOff.next())
    }
  }
}

/** `nats://user:password@host:port`, several separated by commas; `tls:` asks for encryption. */
function serversOf(list: string) {
  const urls = list.split(',').map((server) => new URL(server.trim()))
  const [{ username, password, protocol }] = urls as [URL]
  return {
    servers: urls.map(({ host }) => host),
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    ...(protocol === 'tls:' ? { tls: {} } : {}),
  }
}

/** Makes the stream or brings its settings up to date. */
async function ensureStream(
  manager: JetStreamManager,
  name: string,
  subject: string,
  replicas: number,
): Promise<StreamInfo> {
  const settings = {
    subjects: [subject],
    num_replicas: replicas,
    max_age: KEPT_SECONDS * 1e9,
    max_bytes: KEPT_BYTES,
  }
  const known = await manager.streams.info(name).catch((fault) => {
    if (fault.status === 404 || fault.code === 404) return null
    throw fault
  })
  if (!known) return manager.streams.add({ name, ...settings })
  return known.config.num_replicas === replicas ? known : manager.streams.update(name, settings)
}

type Source = {
  ensure: () => Promise<StreamInfo>
  consumers: ReturnType<typeof jetstream>['consumers']
  name: string
  log: Logger
}

/** Resolves once everything published from then on will be heard, in order; begins anew whatever happens to the servers. */
async function listen(
  { ensure, consumers, name, log }: Source,
  { onMessage, onGap }: StreamListener,
): Promise<Listening> {
  let stopped = false
  let created: unknown = null
  let next = 0

  async function begin(): Promise<ConsumerMessages> {
    const info = await ensure()
    const { first_seq: first, last_seq: last } = info.state
    if (info.created !== created || next < first || next > last + 1) {
      if (created !== null) onGap()
      created = info.created
      next = last + 1
    }
    const consumer = await consumers.get(name, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: next,
    })
    return consumer.consume({
      idle_heartbeat: HEARTBEAT_MS,
      callback(message) {
        if (message.seq < next) return
        if (message.seq > next) onGap()
        next = message.seq + 1
        onMessage(message.string())
      },
    })
  }

  let current = await begin()
  const running = (async () => {
    const backOff = createBackOff()
    for (;;) {
      await untilLost(current)
      if (stopped) return
      log.warn('the stream of changes was cut off; listening anew')
      for (;;) {
        try {
          current = await begin()
          if (stopped) return current.stop()
          backOff.reset()
          break
        } catch (fault) {
          if (stopped) return
          log.warn({ err: fault }, 'the stream of changes cannot be heard yet')
          await sleep(backOff.next())
        }
      }
    }
  })()
  return {
    async stop() {
      stopped = true
      current.stop()
      await running
    },
  }
}

const LOST = new Set(['heartbeats_missed', 'consumer_not_found', 'stream_not_found', 'no_responders'])

/** Resolves once nothing more will come, or nothing is known of the server that it came from. */
async function untilLost(messages: ConsumerMessages): Promise<void> {
  const told = (async () => {
    for await (const { type } of messages.status()) if (LOST.has(type)) break
  })()
  await Promise.race([told, messages.closed()])
  messages.stop()
}
