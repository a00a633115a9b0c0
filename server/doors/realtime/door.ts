/**
 * /realtime/v1: the websocket that delivers committed changes to the people who may see them, and the server's
 * broadcasts to those who listen.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { REALTIME_BUDGET } from './budget.ts'
import type { Change } from './change.ts'
import { type Claims, checkToken } from './claims.ts'
import { serveConnection } from './connection.ts'
import { createCounts, type RealtimeFigures } from './counts.ts'
import { PROTOCOL } from './frames.ts'
import { createHub } from './hub.ts'
import type { JoinedChannels } from './joined-channels.ts'
import type { RealtimeOptions } from './options.ts'
import { checkSessions } from './session-checks.ts'
import { type BroadcastSource, createTopics } from './topics.ts'

const PATH = '/realtime/v1/websocket'
/** Between two looks at whether open sessions still stand. */
const SESSION_CHECK_MS = 10_000

/**
 * Takes over the websocket upgrades of `server` at once, and answers them once changes are being followed: then it resolves.
 * `sources` broadcast.
 */
export async function startRealtime(
  options: RealtimeOptions,
  server: Server,
  sources: readonly BroadcastSource[] = [],
): Promise<RunningRealtime> {
  const { sql, strangerSql, log, jwtSecret, mayWatch, maxSocketsPerAddress, clientAddress } = options
  const admit = countOpen(maxSocketsPerAddress)
  const sockets = createSockets()
  // Connected clients may have missed something; on reconnecting they read the state again.
  const onGap = () => {
    for (const socket of sockets.clients) socket.close(1012, 'changes may have been missed')
    for (const source of sources) source.onGap()
  }
  const topics = createTopics(sources, log)
  const counts = createCounts()
  const open = new Set<JoinedChannels>()
  const checks = startSessionChecks(options, open)
  const hub = createHub({ sql, strangerSql, log, onLost: onGap })
  const onChange = (change: Change) => {
    for (const source of sources) if (source.follows(change.schema, change.table)) source.onChange(change)
    hub.publish(change)
  }
  const wants = (schema: string, table: string) =>
    hub.wants(schema, table) || sources.some((source) => source.follows(schema, table))
  const following = options.changes(log, { wants, onChange, onGap })

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const asked = readRequest(request.url ?? '/', jwtSecret)
    if ('status' in asked) return refuse(socket, asked.status, asked.error)
    if (!isFromOneOf(request, options.origins)) return refuse(socket, 403, 'Origin not allowed')
    if (!admit(socket, clientAddress(request))) return refuse(socket, 429, 'Too many connections')
    // Somebody may come while the log is still being opened, and leave again.
    await following
    if (socket.destroyed) return
    sockets.handleUpgrade(request, socket, head, (connection) => {
      sockets.emit('connection', connection, request)
      const channels = serveConnection(
        { socket: connection, raw: socket },
        { hub, topics, counts, jwtSecret, mayWatch, ...asked, log },
      )
      open.add(channels)
      socket.once('close', () => open.delete(channels))
    })
  }
  onUpgrade(server, log, upgrade)
  const feed = await following

  return {
    figures: () => ({ ...counts, sockets: sockets.clients.size, topics: topics.size() }),
    async stop() {
      clearInterval(checks)
      for (const socket of sockets.clients) socket.close(1012, 'the server is ending')
      await feed.stop()
      await hub.settled()
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}

function createSockets(): WebSocketServer {
  return new WebSocketServer({
    noServer: true,
    maxPayload: REALTIME_BUDGET.frameBytes.limit,
    // Broadcasts are shared: one message, framed once, for all.
    perMessageDeflate: false,
  })
}

export type RunningRealtime = {
  stop: () => Promise<void>
  figures: () => RealtimeFigures
}

function onUpgrade(
  server: Server,
  log: RealtimeOptions['log'],
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>,
): void {
  server.on('upgrade', (request, socket, head) => {
    // From here on nothing else listens for errors on this socket, and a caller who disconnects now must not end the
    // process.
    socket.on('error', () => socket.destroy())
    upgrade(request, socket, head).catch((fault) => {
      log.error({ err: fault }, 'a websocket could not be opened')
      socket.destroy()
    })
  })
}

function startSessionChecks({ mayWatch, log }: RealtimeOptions, open: Set<JoinedChannels>): NodeJS.Timeout {
  let isLooking = false
  return setInterval(() => {
    if (isLooking) return
    isLooking = true
    checkSessions(open, mayWatch)
      .catch((fault) => log.error({ err: fault }, 'open sessions could not be checked'))
      .finally(() => {
        isLooking = false
      })
  }, SESSION_CHECK_MS)
}

/** Counts the open sockets of each address; false, and not counted, where there are `most` already. */
function countOpen(most: number): (socket: Duplex, address: string) => boolean {
  const counts = new Map<string, number>()
  return (socket, address) => {
    const open = counts.get(address) ?? 0
    if (open >= most) return false
    counts.set(address, open + 1)
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
    })
    return true
  }
}

function isFromOneOf({ headers }: IncomingMessage, sites: RealtimeOptions['origins']): boolean {
  const { origin, host } = headers
  if (!sites || origin === undefined) return true
  return sites.includes(origin) || (host !== undefined && URL.parse(origin)?.host === host)
}

type Asked = { keyClaims: Claims } | { status: number; error: string }

/** What a websocket is opened with, or why it is refused. */
function readRequest(address: string, jwtSecret: string): Asked {
  const url = URL.parse(address, 'http://localhost')
  if (!url) return { status: 400, error: 'Bad request' }
  if (url.pathname !== PATH) return { status: 404, error: 'Not found' }
  if (url.searchParams.get('vsn') !== PROTOCOL) return { status: 400, error: 'Unsupported protocol version' }
  const key = url.searchParams.get('apikey')
  if (!key) return { status: 401, error: 'API key is missing' }
  const checked = checkToken(key, jwtSecret)
  if ('fault' in checked) return { status: 401, error: checked.fault.replace(/^\w+: /, '') }
  return { keyClaims: checked.claims }
}

function refuse(socket: Duplex, status: number, error: string): void {
  const body = JSON.stringify({ error })
  // A caller who keeps their half open must not keep ours.
  socket.once('finish', () => socket.destroy())
  socket.end(
    `HTTP/1.1 ${status} Refused\r\n${status === 429 ? 'retry-after: 30\r\n' : ''}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
