/** Whether an address is one that other people use. */
import { BlockList, isIP } from 'node:net'

/** Names that nobody outside can have (RFC 6761, RFC 6762, and ICANN's `internal`). */
const NOT_PUBLIC = /(^|\.)(localhost|test|local|internal)$/

/** Loopback, private and link-local networks (RFC 1918, RFC 4193, RFC 4291). */
const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, bits)
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6')

/** False for this machine, its own network, and names that are only used there; `address` is a URL. */
export function isPublicSite(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  const version = isIP(host)
  if (version) return !PRIVATE.check(host, version === 4 ? 'ipv4' : 'ipv6')
  return host.includes('.') && !NOT_PUBLIC.test(host)
}
