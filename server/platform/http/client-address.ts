/**
 * The caller's network, for rate limits: an IPv4 address, or the 64 bits of an IPv6 address that one subscriber is
 * given as a whole (RFC 6177), such as `2001:db8:0:1::`. A proxy's header counts only when the operator has named the peer: what
 * runs on this machine may be anybody.
 */
import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { inNetworks } from './networks.ts'

let isTrusted = (_peer: string): boolean => false

/** For the whole process, at its start: the networks of the proxies (`10.0.0.0/8`, `fd00::/8`, `127.0.0.1`). */
export function trustProxies(networks: readonly string[]): void {
  isTrusted = inNetworks(networks)
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

/** What is no address, such as one with a port, nobody has: then it is the peer's. */
function addressBehind(peer: string | undefined, forwardedFor: string | undefined): string {
  if (peer && !isTrusted(peer)) return networkOf(peer)
  const named = forwardedFor?.split(',').at(-1)?.trim() ?? ''
  return networkOf(isIP(named) ? named : (peer ?? 'unknown'))
}

/** Of a caller at `address`: itself, or the network that an IPv6 address is of. However it is spelt. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  const [high, low] = groups.slice(6).map((group) => Number.parseInt(group, 16)) as [number, number]
  if (/^0,0,0,0,0,ffff,/.test(String(groups))) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return /^(0,){7}1$/.test(String(groups)) ? '::1' : canonical(`${groups.slice(0, 4).join(':')}::`)
}

/** The most that a provider gives to one customer, the /48 of an IPv6 network as above; null for any other. */
export function siteOf(network: string): string | null {
  return isIPv6(network) ? canonical(`${groupsOf(network).slice(0, 3).join(':')}::`) : null
}

/** As RFC 5952 has it: without zone, dots and leading zeros. */
const canonical = (address: string): string =>
  new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)

/** All eight, without leading zeros. */
function groupsOf(address: string): string[] {
  const [front = [], back] = canonical(address)
    .split('::')
    .map((half) => half.split(':').filter(Boolean))
  return back ? [...front, ...Array(8 - front.length - back.length).fill('0'), ...back] : front
}
