/** What a thousand fans and a search engine ask for, each kind at a pace that a small machine bears. */
import { randomUUID } from 'node:crypto'
import { createApiKey } from '#server/platform/http/api-keys.ts'
import type { PlannedBid } from './bid-load.ts'
import { PASSWORD, type Scene } from './day-scene.ts'
import { getRequest, postRequest, signInRequest, strangerRequest } from './http-client.ts'
import type { Course } from './paced-load.ts'
import { planBids } from './plan-bids.ts'
import { JWT_SECRET } from './world.ts'

/** Requests a second. A thousand players renew their lease 67 times a second; others read as they go along. */
export const RATES = {
  balance: 40,
  auction: 40,
  list: 20,
  bids: 10,
  plays: 40,
  'sign-ins': 4,
  'search engine': 10,
} as const
export type Kind = keyof typeof RATES

/** Of the bids, those on the auction that is watched. */
const WATCHED_RATE = 2
/** Of the plays, one in so many opens a token; the others renew. */
const OPENS_EVERY = 4
/** From documentation's own network (RFC 5737). */
const SEARCH_ENGINE = '198.51.100.9'

export type Day = {
  /** The requests of a kind for so many seconds, never the same ones twice. */
  courses: (kind: Kind, seconds: number) => Course[]
  /** How many bids there have been on the watched auction, the first one. */
  watchedBids: () => number
}

export function planDay({ market, sessions, owned, addresses }: Scene): Day {
  const plan = planBids(market)
  const watched = plan.hot(0)
  const others = market.projects.slice(1).flatMap((_, n) => plan.hot(n + 1))
  const anon = createApiKey('anon', JWT_SECRET)
  const projects = market.projects.map(({ uid }) => uid)
  let asked = 0
  let bidsWatched = 0
  let bidsElsewhere = 0

  const fan = (n: number) => n % sessions.length
  const session = (n: number) => sessions[fan(n)] as string
  const bidding = ({ fan, project: UID, amount }: PlannedBid) =>
    postRequest('/api/v1/buy-token-balance', session(fan), randomUUID(), { typeBuy: 'bid', UID, amount })
  const playing = (n: number) => {
    const path = n % OPENS_EVERY === 0 ? '/api/v1/play' : '/api/v1/play/renew'
    return postRequest(path, session(n), randomUUID(), { UID: owned[fan(n)], device: `device-${fan(n)}` })
  }
  const crawling = (n: number) =>
    strangerRequest(n % 10 === 0 ? '/sitemap.xml' : `/p/${projects[n % projects.length]}`, SEARCH_ENGINE)
  /** From an address of their own each. */
  const signingIn = (n: number) =>
    signInRequest(
      anon,
      { email: addresses[n % addresses.length] as string, password: PASSWORD },
      `10.1.${Math.floor(n / 250) % 250}.${n % 250}`,
    )
  const make: Record<Exclude<Kind, 'bids'>, (n: number) => Buffer> = {
    balance: (n) => getRequest('/api/v1/balance', session(n)),
    auction: (n) => getRequest(`/api/v1/projects/bids/${projects[0]}`, session(n)),
    list: (n) => getRequest('/api/v1/projects', session(n)),
    plays: playing,
    'sign-ins': signingIn,
    'search engine': crawling,
  }

  function bids(seconds: number): Course[] {
    const here = take(watched, bidsWatched, WATCHED_RATE * seconds)
    const there = take(others, bidsElsewhere, (RATES.bids - WATCHED_RATE) * seconds)
    bidsWatched += here.length
    bidsElsewhere += there.length
    return [
      { kind: 'bids', rate: WATCHED_RATE, requests: here.map(bidding), watched: true },
      { kind: 'bids', rate: RATES.bids - WATCHED_RATE, requests: there.map(bidding), watched: false },
    ]
  }

  return {
    courses(kind, seconds) {
      if (kind === 'bids') return bids(seconds)
      const rate = RATES[kind]
      const first = asked
      asked += rate * seconds
      const requests = Array.from({ length: rate * seconds }, (_, n) => make[kind](first + n))
      return [{ kind, rate, requests, watched: false }]
    },
    watchedBids: () => bidsWatched,
  }
}

function take(bids: PlannedBid[], from: number, count: number): PlannedBid[] {
  const some = bids.slice(from, from + count)
  if (some.length < count) throw new Error('there are not enough bids planned')
  return some
}
