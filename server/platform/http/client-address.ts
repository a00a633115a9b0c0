/** The caller's network address, for rate limits. A proxy's header counts only when the peer is on loopback. */
import type { IncomingMessage } from 'node:http'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

export function clientAddress(c: Context): string {
  // Without a socket (a request made in-process) there is no peer.
  const peer = c.env?.incoming ? getConnInfo(c).remote.address : undefined
  return addressBehind(peer, c.req.header('x-forwarded-for'))
}

/** The same for a request that no handler sees, such as a websocket's. */
export function addressOf({ socket, headers }: IncomingMessage): string {
  return addressBehind(socket.remoteAddress, String(headers['x-forwarded-for'] ?? ''))
}

function addressBehind(peer: string | undefined, forwardedFor: string | undefined): string {
  if (peer && !LOOPBACK.has(peer)) return peer
  return forwardedFor?.split(',').at(-1)?.trim() || peer || 'unknown'
}
