import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareBids } from '#domain/bid.ts'
import { applyFrame } from '#domain/market-frame.ts'
import type { BidWire, MarketFrame } from './contract.ts'
import { type MarketState, nextFrame } from './market-diff.ts'

const bids = fc
  .uniqueArray(
    fc.record({
      id: fc.nat(12),
      amount: fc.nat(20),
      status: fc.constantFrom('pending' as const, 'bided' as const),
      txHash: fc.constantFrom(null, '0x1'),
    }),
    { selector: ({ id }) => id, maxLength: 8 },
  )
  .map((list) =>
    list.map(
      (bid): BidWire => ({
        ...bid,
        userId: null,
        projectId: 1,
        position: null,
        amountRaw: bid.amount,
        createdAt: '2026-11-21T12:00:00.000Z',
        endedAt: null,
        user: { fullName: 'ana', nickname: 'ana', photoUrl: null },
      }),
    ),
  )
const ranked = (list: BidWire[]) =>
  list.toSorted(compareBids).map((bid, index) => ({ ...bid, position: index + 1 }))
const market: fc.Arbitrary<MarketState> = fc
  .record({
    version: fc.nat(3),
    nextExpire: fc.constantFrom(null, '2026-11-21 13:00:00'),
    totalAvailable: fc.nat(2),
    isPaused: fc.boolean(),
    expiredAt: fc.constantFrom('2026-12-01T00:00:00.000Z', '2026-11-21T10:00:00.000Z'),
    ends: fc.array(fc.constantFrom('2026-11-21T13:00:00.000Z', '2026-11-21T13:30:00.000Z'), { maxLength: 2 }),
    top: bids.map(ranked),
    winners: bids,
  })
  .map(({ version, ...rest }) => ({
    ...rest,
    auction: { version, bids: 1, standing: 1, winners: 1, leading: null },
  }))

const first = (state: MarketState): MarketFrame => ({ ...state, seq: 1 })

describe('frames', () => {
  test('applied one after another always show the market as it is', () => {
    fc.assert(
      fc.property(market, fc.array(market, { maxLength: 10 }), (start, states) => {
        let sent = first(start)
        let shown: MarketFrame | null = JSON.parse(JSON.stringify(sent))
        for (const state of states) {
          const next = nextFrame(sent, state)
          if (next) {
            sent = { ...state, seq: next.frame.seq }
            shown = applyFrame(shown, JSON.parse(JSON.stringify(next.frame)))
          }
          expect(shown).toEqual({ ...state, seq: sent.seq })
        }
      }),
    )
  })

  test('are deltas as long as winners only come', () => {
    fc.assert(
      fc.property(market, market, (before, after) => {
        const next = nextFrame(first(before), { ...after, winners: before.winners })
        if (next) expect(next).toMatchObject({ event: 'delta', frame: { seq: 2, winners: [] } })
      }),
    )
  })

  test('are snapshots when a winner is taken back', () => {
    const [winner] =
      fc.sample(
        bids.filter((list) => list.length > 0),
        1,
      )[0] ?? []
    const state = { ...(fc.sample(market, 1)[0] as MarketState), winners: [winner as BidWire] }
    const after = { ...state, winners: [] }
    expect(nextFrame(first(state), after)).toEqual({ event: 'snapshot', frame: { ...after, seq: 2 } })
  })

  test('are not made of nothing', () => {
    fc.assert(
      fc.property(market, (state) => {
        expect(nextFrame(first(state), structuredClone(state))).toBeNull()
      }),
    )
  })

  test('tell one new leader, not fifty who moved down', () => {
    const [bid] = fc.sample(
      bids.filter((list) => list.length > 0),
      1,
    )[0] as BidWire[]
    const fifty = Array.from({ length: 50 }, (_, id) => ({ ...(bid as BidWire), id, amount: 100 - id }))
    const state = { ...(fc.sample(market, 1)[0] as MarketState), top: ranked(fifty) }
    const leader = { ...(bid as BidWire), id: 99, amount: 500 }
    const next = nextFrame(first(state), { ...state, top: ranked([leader, ...fifty]).slice(0, 50) })
    expect(next).toMatchObject({
      event: 'delta',
      frame: { top: [{ ...leader, position: 1 }], gone: [49], winners: [] },
    })
  })
})
