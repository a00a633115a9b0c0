import { describe, expect, test } from 'vitest'
import type { BidWire, MarketFrame } from '#server/product/market/contract.ts'
import { applyFrame } from './market-frame.ts'

function bid(id: number, amount: number, position: number | null): BidWire {
  return {
    id,
    userId: null,
    projectId: 1,
    position,
    amount,
    amountRaw: amount,
    status: 'bided',
    txHash: null,
    createdAt: '2026-11-21T12:00:00.000Z',
    endedAt: null,
    user: { fullName: 'ana', nickname: 'ana', photoUrl: null },
  }
}

const AUCTION = { version: 1, bids: 2, standing: 2, winners: 0, leading: 900 }
const SNAPSHOT: MarketFrame = {
  seq: 4,
  auction: AUCTION,
  nextExpire: null,
  totalAvailable: 0,
  isPaused: false,
  expiredAt: '2026-12-01T00:00:00.000Z',
  top: [bid(1, 900, 1), bid(2, 700, 2)],
  winners: [],
}

describe('a frame', () => {
  test('that is a snapshot stands alone', () => {
    expect(applyFrame(null, SNAPSHOT)).toEqual(SNAPSHOT)
    expect(applyFrame({ ...SNAPSHOT, seq: 99, totalAvailable: 3 }, SNAPSHOT)).toEqual(SNAPSHOT)
  })

  test('that is a delta moves the others: ranks follow from the amounts', () => {
    const delta = { ...SNAPSHOT, seq: 5, nextExpire: '2026-11-21 13:00:00', top: [bid(3, 800, 2)], gone: [] }
    expect(applyFrame(SNAPSHOT, delta)).toEqual({
      ...SNAPSHOT,
      seq: 5,
      nextExpire: '2026-11-21 13:00:00',
      top: [bid(1, 900, 1), bid(3, 800, 2), bid(2, 700, 3)],
    })
  })

  test('takes away whoever left, and puts new winners first', () => {
    const won: BidWire = { ...bid(1, 900, null), status: 'winner' }
    const after = applyFrame(SNAPSHOT, { ...SNAPSHOT, seq: 5, top: [], gone: [1], winners: [won] })
    expect(after?.top).toEqual([bid(2, 700, 1)])
    expect(after?.winners).toEqual([won])
    const recorded = { ...won, txHash: '0x1' }
    const second = { ...bid(2, 700, null), status: 'winner' as const }
    const last = applyFrame(after, {
      ...SNAPSHOT,
      seq: 6,
      top: [],
      gone: [2],
      winners: [second, recorded],
    })
    expect(last?.winners).toEqual([second, recorded])
    expect(last?.top).toEqual([])
  })

  test('keeps ten winners', () => {
    const winners = Array.from({ length: 10 }, (_, index) => bid(index + 10, 100, null))
    const delta = { ...SNAPSHOT, seq: 5, top: [], gone: [], winners: [bid(99, 100, null)] }
    const after = applyFrame({ ...SNAPSHOT, winners }, delta)
    expect(after?.winners.map(({ id }) => id)).toEqual([99, 10, 11, 12, 13, 14, 15, 16, 17, 18])
  })

  test.each([
    ['before anything is known', null, 1],
    ['that was seen already', SNAPSHOT, 4],
    ['after one that was missed', SNAPSHOT, 6],
  ])('that is a delta %s does not apply', (_name, state, seq) => {
    expect(applyFrame(state, { ...SNAPSHOT, seq, gone: [] })).toBeNull()
  })
})
