/**
 * /realtime/v1: the websocket that brings committed changes to the people who may see them, and what the server
 * broadcasts to those who listen.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Sql } from '../../platform/db/sql.ts'
import type { Logger } from '../../platform/log.ts'
import { startChangeFeed } from './change-feed.ts'
import { type Claims, checkToken } from './claims.ts'
import { serveConnection } from './connection.ts'
import { createCounts, type RealtimeFigures } from './counts.ts'
import { isVersion, type Version } from './frames.ts'
import { createHub } from './hub.ts'
import { type BroadcastSource, createTopics } from './topics.ts'
import { createVisibleChanges } from './visible-changes.ts'

export type RealtimeOptions = {
  /** The owner's connections: what may be read of a table is looked up here. */
  sql: Sql
  /** Connections without rights, for asking under a subscriber's role. */
  strangerSql: Sql
  databaseUrl: string
  jwtSecret: string
  log: Logger
}

const PATH = '/realtime/v1/websocket'
const MAX_FRAME_BYTES = 100 * 1024

/** Takes over the websocket upgrades of `server`. Resolves once changes are being followed. `sources` broadcast. */
export async function startRealtime(
  options: RealtimeOptions,
  server: Server,
  sources: readonly BroadcastSource[] = [],
): Promise<{ stop: () => Promise<void>; figures: () => RealtimeFigures }> {
  const { sql, strangerSql, log, jwtSecret } = options
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    // Broadcasts are written as they are: one message, framed once, for all.
    perMessageDeflate: false,
  })
  // Whoever is connected may have missed something; on connecting again they read the state anew.
  const onGap = () => {
    for (const socket of sockets.clients) socket.close(1012, 'changes may have been missed')
    for (const source of sources) source.onGap()
  }
  const topics = createTopics(sources, log)
  const counts = createCounts()
  const hub = createHub(sql, strangerSql, log, onGap)
  const visible = createVisibleChanges(sql, {
    onChange(change) {
      for (const source of sources) if (source.follows(change.schema, change.table)) source.onChange(change)
      hub.publish(change)
    },
    onLost(fault) {
      log.error({ err: fault }, 'changes could not be seen')
      onGap()
    },
  })
  const wants = (schema: string, table: string) =>
    hub.wants(schema, table) || sources.some((source) => source.follows(schema, table))
  const feed = await startChangeFeed(options.databaseUrl, log, { wants, onChange: visible.push, onGap })

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const asked = readRequest(request.url ?? '/', jwtSecret)
    if ('status' in asked) return refuse(socket, asked.status, asked.error)
    sockets.handleUpgrade(request, socket, head, (connection) => {
      sockets.emit('connection', connection, request)
      serveConnection({ socket: connection, raw: socket }, { hub, topics, counts, jwtSecret, ...asked, log })
    })
  }
  server.on('upgrade', (request, socket, head) => {
    // From here on nobody else listens for it, and a caller who hangs up now must not end the process.
    socket.on('error', () => socket.destroy())
    upgrade(request, socket, head).catch((fault) => {
      log.error({ err: fault }, 'a websocket could not be opened')
      socket.destroy()
    })
  })

  return {
    figures: () => ({ ...counts, sockets: sockets.clients.size, topics: topics.size() }),
    async stop() {
      for (const socket of sockets.clients) socket.close(1001, 'the server is ending')
      await feed.stop()
      await visible.settled()
      await hub.settled()
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}

type Asked = { version: Version; keyClaims: Claims } | { status: number; error: string }

/** What a websocket is opened with, or why it is not. */
function readRequest(address: string, jwtSecret: string): Asked {
  const url = URL.parse(address, 'http://localhost')
  if (!url) return { status: 400, error: 'Bad request' }
  const version = url.searchParams.get('vsn') ?? '1.0.0'
  if (url.pathname !== PATH) return { status: 404, error: 'Not found' }
  if (!isVersion(version)) return { status: 400, error: 'Unsupported protocol version' }
  const key = url.searchParams.get('apikey')
  if (!key) return { status: 401, error: 'API key is missing' }
  const checked = checkToken(key, jwtSecret)
  if ('fault' in checked) return { status: 401, error: checked.fault.replace(/^\w+: /, '') }
  return { version, keyClaims: checked.claims }
}

function refuse(socket: Duplex, status: number, error: string): void {
  const body = JSON.stringify({ error })
  // A caller who keeps their half open must not keep ours.
  socket.once('finish', () => socket.destroy())
  socket.end(
    `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
