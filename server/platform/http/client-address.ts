/** The caller's network address, for rate limits. A proxy's word counts only when the peer is on loopback. */
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

export function clientAddress(c: Context): string {
  // Without a socket (a request made in-process) there is no peer to ask.
  const peer = c.env?.incoming ? getConnInfo(c).remote.address : undefined
  if (peer && !LOOPBACK.has(peer)) return peer
  return c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() || peer || 'unknown'
}
