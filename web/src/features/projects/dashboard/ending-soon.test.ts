import { describe, expect, test } from 'vitest'
import type { TokenWire } from '#server/product/access/contract.ts'
import type { UserBidWire } from '#server/product/market/contract.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { endingSoon } from './ending-soon.ts'

const NOW = Date.parse('2026-11-24T12:00:00Z')
const HOUR = 3_600_000
const at = (ms: number) => new Date(NOW + ms).toISOString()
const spaced = (ms: number) => at(ms).slice(0, 19).replace('T', ' ')

const token = (uid: string, ms: number, rest: Partial<TokenWire> = {}) =>
  ({
    uid,
    status: 'minted',
    statusSong: 'none',
    txSong: null,
    willExpireAt: at(ms),
    project: { uid: `p-${uid}` },
    ...rest,
  }) as TokenWire
const bid = (id: number, ms: number | null, rest: Partial<UserBidWire> = {}) =>
  ({
    id,
    status: 'bided',
    position: 1,
    project: { uid: `p-${id}`, nextExpire: ms === null ? null : spaced(ms) },
    ...rest,
  }) as UserBidWire
const project = (uid: string, ms: number, rest: Partial<ProjectWire> = {}) =>
  ({ uid, phase: 'first_lot', expiredAt: at(ms), validPeriod: 3600, ...rest }) as ProjectWire

const keysOf = (known: Partial<Parameters<typeof endingSoon>[0]>) =>
  endingSoon({ tokens: [], bids: [], projects: [], ...known }, NOW).map(({ key }) => key)

describe('what ends soon', () => {
  test('the soonest comes first, and what is the fan’s own before what only closes', () => {
    const tokens = [token('late', 2 * HOUR), token('soon', HOUR / 2)]
    const bids = [bid(7, HOUR)]
    const projects = [project('closes', HOUR / 4)]
    expect(keysOf({ tokens, bids, projects })).toEqual([
      'token soon',
      'bid 7',
      'token late',
      'closing closes',
    ])
  })

  test('what is over, or waits for nothing, is left out', () => {
    const tokens = [
      token('over', -1),
      token('sold', HOUR, { status: 'solded' }),
      token('new', HOUR, { status: 'pending' }),
    ]
    const paused = bid(4, HOUR)
    paused.project.isPaused = true
    const bids = [bid(1, null), bid(2, -HOUR), bid(3, HOUR, { status: 'cancelled' }), paused]
    const projects = [
      project('later', 13 * HOUR),
      project('closed', -HOUR),
      project('ended', HOUR, { phase: 'closed' }),
    ]
    expect(keysOf({ tokens, bids, projects })).toEqual([])
  })

  test('a work of which the fan has something is not also called to their attention', () => {
    expect(keysOf({ tokens: [token('a', HOUR)], projects: [project('p-a', HOUR)] })).toEqual(['token a'])
  })

  test('a bid’s ring is measured by its project’s period, where that is known', () => {
    const [ending] = endingSoon(
      { tokens: [], bids: [bid(1, HOUR)], projects: [project('p-1', 90 * HOUR)] },
      NOW,
    )
    expect(ending).toMatchObject({ kind: 'bid', period: 3600 })
  })
})
