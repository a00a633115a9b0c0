/**
 * How much of an hour's mails one network may take: whoever has taken most is refused first. A network may have a share of what
 * is left, and of that only the part which is left of the whole: a tenth while nothing is taken, a fortieth of the whole when half
 * is. So a flood from N networks leaves one mail in 1 + N/10 in whatever order they come (of a plain tenth of what is left,
 * networks that come one after the other leave 0.9 to the power of N, which is nothing), and somebody from a network that has
 * taken nothing gets a mail while there is any.
 */
import { isIPv6 } from 'node:net'
import { levelsOf } from './fair-queue.ts'

/** `most`: mails of the hour. `used`: taken by all of them. `own`: of these, by the network that asks for another. */
export type Taken = { most: number; used: number; own: number }

/** Whether the network may take one more; `share` (0.1) is what it may have while nothing is taken. */
export function isWithinShare({ most, used, own }: Taken, share: number): boolean {
  const left = most - used
  return own < share * left * (left / most)
}

/**
 * The network of an address, as `clientAddress` gives it: of IPv4 the /16, which whoever rents addresses here and there seldom
 * has more than a few of; of IPv6 the /32, which is the least that a registry gives to a provider.
 */
export function networkOf(address: string): string {
  if (isIPv6(address)) return (levelsOf(address)[0] ?? '').slice(0, 8)
  return address.split('.', 2).join('.')
}
