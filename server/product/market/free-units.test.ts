/** The number of free units that is shown, and what can be had, are the same: also of units whose purchase was undone. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import type { ProjectWire } from '../projects/wire.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

const PRICE = 2000

async function shown(
  fan: TestFan,
  { uid }: TestProject,
): Promise<Pick<ProjectWire, 'phase' | 'totalAvailable'>> {
  const { data } = (await market.call(fan, `/projects/${uid}`)) as unknown as { data: ProjectWire }
  return { phase: data.phase, totalAvailable: data.totalAvailable }
}

async function buy(fan: TestFan, { uid }: TestProject): Promise<string> {
  const { status, data } = await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: uid })
  return status === 200 ? 'bought' : (data as { code: string }).code
}

/** The fan undoes the purchase of their token, which the chain has recorded. */
async function undo(fan: TestFan, project: TestProject): Promise<void> {
  const [token] = await market.sql<{ uid: string }[]>`
    update mints set status = 'minted', minted_at = now(), will_expire_at = now() + interval '1 hour'
    where user_id = ${fan.uid} and project_id = ${project.id} and status in ('pending', 'minted')
    returning uid`
  expect((await market.call(fan, '/regret', { UID: token?.uid })).status).toBe(200)
}

test('while units of the first lot are left, an undone one is sold again at the fixed price', async () => {
  const project = await market.newProject({ supply: 2, price: PRICE })
  const [fan, next] = [await market.newFan(PRICE), await market.newFan(PRICE)]
  await buy(fan, project)
  expect(await shown(next, project)).toEqual({ phase: 'first_lot', totalAvailable: 1 })
  await undo(fan, project)
  expect(await shown(next, project)).toEqual({ phase: 'first_lot', totalAvailable: 2 })
  expect([await buy(next, project), await buy(fan, project)]).toEqual(['bought', 'bought'])
})

test('once all were sold, an undone one is shown as free at auction, and is the next bid’s, at the fixed price and by anybody', async () => {
  const auction = await market.newAuction({ price: PRICE, units: 2 })
  const [holder] = auction.holders as [TestFan]
  const [other, late] = [await market.newFan(PRICE), await market.newFan(PRICE)]
  await undo(holder, auction)
  expect(await shown(other, auction)).toEqual({ phase: 'auction', totalAvailable: 1 })

  // It is not bought but bid for, and who tries to buy it is told so.
  const answer = await market.call(other, '/buy-token-balance', { typeBuy: 'mint', UID: auction.uid })
  expect(answer).toMatchObject({ status: 409, data: { code: 'sold_out' } })
  expect((answer.data as { error: string }).error).toContain('dê um lance')
  // Who gave it back may have it again, like everybody.
  expect((await market.bid(holder, auction, PRICE)).status).toBe(200)
  expect(await market.sql`select status from bids where user_id = ${holder.uid}`).toEqual([
    { status: 'winner' },
  ])
  expect(await shown(other, auction)).toEqual({ phase: 'auction', totalAvailable: 0 })

  // Undone once more, while somebody waits: it is theirs at once, and never shown as free.
  await market.bid(late, auction, PRICE)
  await undo(holder, auction)
  expect(await market.sql`select status from bids where user_id = ${late.uid}`).toEqual([
    { status: 'winner' },
  ])
  expect(await shown(other, auction)).toEqual({ phase: 'auction', totalAvailable: 0 })
})
