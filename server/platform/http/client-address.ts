/**
 * The caller's network, for rate limits: an IPv4 address, or the 64 bits of an IPv6 address that one subscriber is
 * given as a whole (RFC 6177), such as `2001:db8:0:1::`. A proxy's header counts only when the peer is trusted: what runs on
 * this machine, unless `trustProxies` says otherwise.
 */
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { inNetworks } from './networks.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

let isTrusted = (peer: string): boolean => LOOPBACK.has(peer)

/** For the whole process, at its start: proxies in these networks (`10.0.0.0/8`, `fd00::/8`) and on this machine are trusted. */
export function trustProxies(networks: readonly string[]): void {
  const isNamed = inNetworks(networks)
  isTrusted = (peer) => LOOPBACK.has(peer) || isNamed(peer)
}

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
  if (peer && !isTrusted(peer)) return networkOf(peer)
  return networkOf(forwardedFor?.split(',').at(-1)?.trim() || peer || 'unknown')
}

/** Of a caller at `address`: itself, or the network that an IPv6 address is of. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || LOOPBACK.has(address)) return address
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (embedded) return embedded
  // In its canonical form an address has no zone, no dots and no leading zeros (RFC 5952).
  const canonical = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
  const [front = '', back] = canonical.split('::')
  const groups = front === '' ? [] : front.split(':')
  const after = back ? back.split(':') : []
  const whole =
    back === undefined ? groups : [...groups, ...Array(8 - groups.length - after.length).fill('0'), ...after]
  return new URL(`http://[${whole.slice(0, 4).join(':')}::]`).hostname.slice(1, -1)
}
