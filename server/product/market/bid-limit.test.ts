/** How often one person may bid. The clock stands still, so that all of it happens in one minute. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createMarket, type Market } from '../../testing/market.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())
afterEach(() => {
  vi.useRealTimers()
})

test('120 bids a minute, counted for each person alone', async () => {
  const [fan, other] = [await market.newFan(), await market.newFan()]
  const auction = await market.newAuction()
  vi.useFakeTimers({ toFake: ['Date'] })
  const statuses: number[] = []
  for (let sent = 0; sent < 121; sent++) statuses.push((await market.bid(fan, auction, 5000)).status)
  expect(statuses.slice(0, 120).filter((status) => status === 429)).toEqual([])
  expect(statuses[120]).toBe(429)
  expect((await market.bid(other, auction, 5000)).status).not.toBe(429)
})
