/**
 * How much of an hour's mails one network may take: whoever has taken most is refused first. A network may have a share of what
 * is left, and of that only the part which is left of the whole: a tenth while nothing is taken, a fortieth of the whole when half
 * is. So a flood from N networks leaves one mail in 1 + N/10 in whatever order they come (of a plain tenth of what is left,
 * networks that come one after the other leave 0.9 to the power of N, which is nothing), and somebody from a network that has
 * taken nothing gets a mail while there is any.
 */
import { isIPv6 } from 'node:net'
import { levelsOf } from './fair-queue.ts'

/**
 * What a network may have is shared out in the same way to its subscribers (a /24, or a /48): each may have this many times the share
 * that a network has of the whole. Otherwise one of them could close sign-up for all customers of their provider.
 */
const OF_A_SUBSCRIBER = 5
/** Of what a network might have, as much as it surely gets: its share shrinks by what it takes itself. */
const SURELY = 0.8

/** `most`: mails of the hour. `used`: taken by all of them. `own`: of these, by the network that asks for another. */
export type Taken = { most: number; used: number; own: number }

/** Whether the network may take one more; `share` (0.1) is what it may have while nothing is taken. */
export function isWithinShare({ most, used, own }: Taken, share: number): boolean {
  const left = most - used
  return own < share * left * (left / most)
}

/** Whether one who has taken `subscriber` of what their network has taken, `network`, may take one more. */
export function isWithinShares(
  counted: { most: number; used: number; network: number; subscriber: number },
  share: number,
): boolean {
  const { most, used, network, subscriber } = counted
  const left = most - (used - network)
  const ofNetwork = {
    most: Math.max(1, SURELY * share * left * (left / most)),
    used: network,
    own: subscriber,
  }
  return (
    isWithinShare({ most, used, own: network }, share) && isWithinShare(ofNetwork, OF_A_SUBSCRIBER * share)
  )
}

/**
 * The network of an address, as `clientAddress` gives it: of IPv4 the /16, which whoever rents addresses here and there seldom
 * has more than a few of; of IPv6 the /32, which is the least that a registry gives to a provider.
 */
export function networkOf(address: string): string {
  return isIPv6(address) ? subscriberOf(address).slice(0, 8) : address.split('.', 2).join('.')
}

/** Within that network: of IPv4 the /24, of IPv6 the /48, which is the most that a provider gives to one customer. */
export function subscriberOf(address: string): string {
  return isIPv6(address) ? (levelsOf(address)[0] ?? '') : address.split('.', 3).join('.')
}
