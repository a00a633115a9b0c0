/** The state that the watchers of an auction are sent is of one instant. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMarket, type Market } from '../../testing/market.ts'
import { readMarket } from './read-market.ts'

const BIDS = 40

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(async () => {
  await market.expectHealthy()
  await market.close()
})

test('a bid placed while the market is read is in all of its figures and lists, or in none', async () => {
  const project = await market.newAuction()
  const fans = await Promise.all(Array.from({ length: BIDS }, () => market.newFan(10_000)))
  let isOver = false
  const bidding = (async () => {
    for (const [index, fan] of fans.entries())
      expect((await market.bid(fan, project, 2000 + index)).status).toBe(200)
  })().finally(() => {
    isOver = true
  })
  const torn: unknown[] = []
  const readers = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const { auction, top } = await readMarket(market.sql, project.id)
      const shown = { count: top.length, leading: top[0]?.amount ?? null }
      const counted = { count: auction.standing, leading: auction.leading }
      if (shown.count !== counted.count || shown.leading !== counted.leading) torn.push({ shown, counted })
    }
  })
  await Promise.all([bidding, ...readers])
  expect(torn).toEqual([])
})
