import { expect, test } from 'vitest'
import type { BidWire } from '#server/product/market/contract.ts'
import { historyView } from './history-view.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString()
const row = (minute: number, amount: number, wonAt: number | null = null) =>
  ({
    createdAt: at(minute),
    amount,
    status: wonAt === null ? 'bided' : 'winner',
    endedAt: wonAt === null ? null : at(wonAt),
  }) as BidWire

test('what is known since is added once, in the order of time', () => {
  const read = {
    bids: [
      { at: at(1), amount: 10, won: false },
      { at: at(2), amount: 20, won: true },
    ],
    wins: [{ at: at(3), amount: 20 }],
  }
  const known = [row(5, 50), row(4, 40, 6), row(2, 20, 3), row(1, 10)]
  expect(historyView(read, known)).toEqual({
    bids: [...read.bids, { at: at(4), amount: 40, won: true }, { at: at(5), amount: 50, won: false }],
    wins: [...read.wins, { at: at(6), amount: 40 }],
  })
  expect(historyView(read, [])).toEqual(read)
})
