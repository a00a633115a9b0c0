import { expect, test } from 'vitest'
import type { BidWire } from '#server/product/market/contract.ts'
import { changeBid } from './bid-row.ts'

const bid = (id: number) => ({ id, status: 'pending', txHash: null, amount: id * 100 }) as BidWire
const list = {
  pages: [
    { data: [bid(1), bid(2)], next: 'k' },
    { data: [bid(3)], next: null },
  ],
  pageParams: [null, 'k'],
}
const row = { id: 3, status: 'bided', tx_hash: '0xa' } as const

test('the bid’s row changes and everything else is the same', () => {
  const changed = changeBid(list, row)
  expect(changed?.pages[1]?.data).toEqual([{ ...bid(3), status: 'bided', txHash: '0xa' }])
  expect(changed?.pages[0]?.data).toEqual(list.pages[0]?.data)
  expect(changed?.pageParams).toBe(list.pageParams)
})

test('a list without the bid is the very same list', () => {
  expect(changeBid(list, { ...row, id: 9 })).toBe(list)
  expect(changeBid(undefined, row)).toBeUndefined()
})

test('what is no list of bids is left alone', () => {
  const history = { bids: [], wins: [] } as never
  expect(changeBid(history, row)).toBe(history)
})
