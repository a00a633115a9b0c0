/** What of the fan's own ends soon, and which works close soon: the soonest first. */
import { isStanding } from '#domain/bid.ts'
import { parseNextExpire } from '#domain/countdown.ts'
import type { ProjectPhase } from '#domain/project.ts'
import type { TokenWire } from '#server/product/access/contract.ts'
import type { UserBidWire } from '#server/product/market/contract.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { tokenState } from '../../../lib/token-state.ts'

/** A work that closes within this time is worth telling somebody about. */
const CLOSES_SOON_MS = 12 * 3_600_000
const MOST = 8

type Work = { uid: string; projectName: string; author: string; thumbnail: string }

export type Ending = {
  key: string
  work: Work
  /** Milliseconds since 1970. */
  end: number
} & (
  | { kind: 'token'; token: TokenWire; state: 'locked' | 'open' }
  | { kind: 'bid'; position: number | null; period: number | null }
  | { kind: 'closing'; phase: ProjectPhase }
)

type Known = {
  tokens: readonly TokenWire[]
  bids: readonly UserBidWire[]
  projects: readonly ProjectWire[]
}

/** `now` is the server's time. What is the fan's own comes before what only closes. */
export function endingSoon({ tokens, bids, projects }: Known, now: number): Ending[] {
  const own = [
    ...tokens.flatMap((token) => ofToken(token, now)),
    ...bids.flatMap((bid) => ofBid(bid, projects, now)),
  ]
  const owned = new Set(own.map(({ work }) => work.uid))
  const closing = projects.flatMap((project): Ending[] => {
    const end = Date.parse(project.expiredAt)
    if (owned.has(project.uid) || project.phase === 'closed' || end <= now || end - now > CLOSES_SOON_MS)
      return []
    return [{ kind: 'closing', key: `closing ${project.uid}`, work: project, end, phase: project.phase }]
  })
  return [...bySoonest(own), ...bySoonest(closing)].slice(0, MOST)
}

function ofToken(token: TokenWire, now: number): Ending[] {
  const state = tokenState(token, now)
  if ((state !== 'locked' && state !== 'open') || token.willExpireAt === null) return []
  const end = Date.parse(token.willExpireAt)
  return [{ kind: 'token', key: `token ${token.uid}`, work: token.project, end, token, state }]
}

function ofBid(bid: UserBidWire, projects: readonly ProjectWire[], now: number): Ending[] {
  const end = parseNextExpire(bid.project.nextExpire)
  if (!isStanding(bid.status) || bid.project.isPaused || end === null || end <= now) return []
  const period = projects.find(({ uid }) => uid === bid.project.uid)?.validPeriod ?? null
  return [{ kind: 'bid', key: `bid ${bid.id}`, work: bid.project, end, position: bid.position, period }]
}

function bySoonest(endings: Ending[]): Ending[] {
  return endings.toSorted((one, other) => one.end - other.end)
}
