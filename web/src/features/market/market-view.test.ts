import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BidStatus } from '#domain/bid.ts'
import type { AuctionWire, BidsWire, BidWire, MarketFrame } from '#server/product/market/contract.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { auctionView, projectNow, winnersView } from './market-view.ts'

const bid = (id: number, amount: number, more: Partial<BidWire> = {}): BidWire => ({
  id,
  userId: null,
  projectId: 1,
  position: null,
  amount,
  amountRaw: amount,
  status: 'bided',
  txHash: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  endedAt: null,
  user: { fullName: `fan${id}`, nickname: `fan${id}`, photoUrl: null },
  ...more,
})
const ended = (id: number, amount: number, status: BidStatus, minute: number, more: Partial<BidWire> = {}) =>
  bid(id, amount, { status, endedAt: `2026-11-21T11:${String(minute).padStart(2, '0')}:00.000Z`, ...more })
const auction = (version: number, more: Partial<AuctionWire> = {}): AuctionWire => ({
  version,
  bids: 3,
  standing: 2,
  winners: 0,
  leading: 3000,
  ...more,
})
const frame = (version: number, top: BidWire[], more: Partial<MarketFrame> = {}): MarketFrame => ({
  seq: 1,
  auction: auction(version, { standing: top.length, leading: top[0]?.amount ?? null }),
  nextExpire: null,
  totalAvailable: 0,
  isPaused: false,
  expiredAt: '2026-12-01T00:00:00.000Z',
  top,
  winners: [],
  ...more,
})
const read = (data: BidWire[], more: Partial<BidsWire> = {}): BidsWire => ({
  data,
  next: null,
  auction: auction(5),
  mine: null,
  isPaidForIt: false,
  giftWaits: false,
  ends: [],
  ...more,
})
const summary = (rows: BidWire[]) => rows.map(({ id, position, status }) => `${id}:${position}:${status}`)

describe('auctionView', () => {
  const rows = [
    bid(2, 3000, { position: 1 }),
    bid(1, 2000, { position: 2, userId: 'me' }),
    ended(9, 900, 'failed', 1),
  ]
  const page = read(rows, { mine: { id: 1, amount: 2000, position: 2, toLead: 1001 } })

  test('without a frame it is what was read', () => {
    expect(auctionView([page], undefined)).toEqual({
      auction: page.auction,
      bids: rows,
      mine: page.mine,
      isPaidForIt: false,
      giftWaits: false,
      ends: [],
    })
  })

  test('what is one’s own stays known whatever is pushed, and is not with the version before', () => {
    const paid = read(rows, { isPaidForIt: true, giftWaits: true })
    const market = { frame: frame(6, [bid(2, 3000)]), live: true }
    for (const pushed of [undefined, market])
      expect(auctionView([paid], pushed)).toMatchObject({ isPaidForIt: true, giftWaits: true })
    const { isPaidForIt: _, giftWaits: __, ...older } = paid
    expect(auctionView([older as BidsWire], market)).toMatchObject({ isPaidForIt: false, giftWaits: false })
  })

  test('a frame that is older than what was read changes nothing', () => {
    const market = { frame: frame(4, []), live: true }
    expect(auctionView([page], market).bids).toEqual(rows)
  })

  test('a new bid stands at its rank, and everyone below it moves down', () => {
    const top = [bid(3, 4000), bid(2, 3000), bid(1, 2000)]
    const view = auctionView([page], { frame: frame(6, top), live: true })
    expect(summary(view.bids)).toEqual(['3:1:bided', '2:2:bided', '1:3:bided', '9:null:failed'])
    expect(view.mine).toEqual({ id: 1, amount: 2000, position: 3, toLead: 2001 })
    expect(view.bids[2]?.userId).toBe('me')
  })

  test('a winner leaves the standing bids and heads those that ended', () => {
    const winners = [ended(2, 3000, 'winner', 5)]
    const view = auctionView([page], { frame: frame(6, [bid(1, 2000)], { winners }), live: true })
    expect(summary(view.bids)).toEqual(['1:1:bided', '9:null:failed', '2:null:winner'])
    expect(view.mine).toMatchObject({ position: 1, toLead: 0 })
  })

  test('while standing bids are still to be read, winners wait for their place', () => {
    const winners = [ended(2, 3000, 'winner', 5)]
    const first = read([bid(2, 3000), bid(1, 2000)], { next: 's2000' })
    const market = {
      frame: frame(6, [bid(1, 2000)], { winners, auction: auction(6, { standing: 4, leading: 2000 }) }),
      live: true,
    }
    expect(summary(auctionView([first], market).bids)).toEqual(['1:1:bided'])
  })

  test('my own bid that won is no longer my standing bid', () => {
    const winners = [ended(1, 2000, 'winner', 5)]
    const view = auctionView([page], { frame: frame(6, [bid(2, 3000)], { winners }), live: true })
    expect(view.mine).toBeNull()
    expect(view.bids.find(({ id }) => id === 1)?.userId).toBe('me')
  })

  test('bids below a full top stay, bids that were in it and are not go', () => {
    const market = {
      frame: frame(6, [bid(3, 4000), bid(2, 3000)], { auction: auction(6, { standing: 3, leading: 4000 }) }),
      live: true,
    }
    const known = read([...rows, bid(7, 3500)], { mine: page.mine })
    expect(summary(auctionView([known], market).bids)).toEqual([
      '3:1:bided',
      '2:2:bided',
      '1:3:bided',
      '9:null:failed',
    ])
  })

  test('my bid far below the pages that were read keeps its place until it is read again', () => {
    const far = read([bid(2, 3000)], { mine: { id: 80, amount: 500, position: 70, toLead: 2501 } })
    const market = {
      frame: frame(6, [bid(3, 4000)], { auction: auction(6, { standing: 71, leading: 4000 }) }),
      live: true,
    }
    expect(auctionView([far], market).mine).toEqual({ id: 80, amount: 500, position: 70, toLead: 3501 })
  })

  test('at the same version a live frame knows of the record on the chain, a dead one no longer', () => {
    const top = [bid(2, 3000, { txHash: '0xa' }), bid(1, 2000)]
    const hash = (live: boolean) => auctionView([page], { frame: frame(5, top), live }).bids[0]?.txHash
    expect(hash(true)).toBe('0xa')
    expect(hash(false)).toBeNull()
  })

  test('pages that were read at different moments show no bid twice', () => {
    const second = read([bid(1, 2000, { position: 3 }), bid(4, 1000, { position: 4 })])
    expect(auctionView([page, second], undefined).bids.map(({ id }) => id)).toEqual([2, 1, 9, 4])
  })

  test('whatever is laid over whatever, nobody is twice in the list and ranks are by amount', () => {
    const amounts = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 12 })
    fc.assert(
      fc.property(amounts, amounts, (before, after) => {
        const standing = (ids: number[]) => ids.toSorted((a, b) => b - a).map((id) => bid(id, id * 100))
        const view = auctionView([read(standing(before))], { frame: frame(6, standing(after)), live: true })
        expect(view.bids.map(({ id }) => id)).toEqual(after.toSorted((a, b) => b - a))
        expect(view.bids.map(({ position }) => position)).toEqual(view.bids.map((_, index) => index + 1))
      }),
    )
  })
})

describe('winnersView', () => {
  const older = ended(1, 2000, 'winner', 1, { txHash: '0x1' })

  test('what is pushed comes on top, once', () => {
    const newer = ended(2, 3000, 'winner', 5)
    const market = { frame: frame(6, [], { winners: [newer, older] }), live: true }
    expect(winnersView([{ data: [older], next: null }], market)).toEqual([newer, older])
  })

  test('a record on the chain is taken from whoever knows it', () => {
    const pushed = { frame: frame(6, [], { winners: [older] }), live: true }
    const unrecorded = { ...older, txHash: null }
    expect(winnersView([{ data: [unrecorded], next: null }], pushed)[0]?.txHash).toBe('0x1')
    const stale = { frame: frame(6, [], { winners: [unrecorded] }), live: true }
    expect(winnersView([{ data: [older], next: null }], stale)[0]?.txHash).toBe('0x1')
  })
})

describe('projectNow', () => {
  const project = { uid: 'p', nextExpire: null, totalAvailable: 0, isPaused: false } as ProjectWire
  const told = frame(6, [], { nextExpire: '2026-11-21 12:00:00', totalAvailable: 2, isPaused: true })

  test.each([
    ['a live line knows best', true, 2, 1, 2],
    ['a line that is down knows best until something is read', false, 1, 2, 2],
    ['after that, what was read counts', false, 2, 1, 0],
  ])('%s', (_name, live, readAt, receivedAt, units) => {
    const now = projectNow(project, { frame: told, live }, { readAt, receivedAt })
    expect([now.totalAvailable, now.isPaused]).toEqual([units, units > 0])
  })
})
