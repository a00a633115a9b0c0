import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMarket, type Market } from '../../testing/market.ts'
import { limitProfileWrites } from './limit-profile-writes.ts'

let market: Market
let app: Hono
beforeAll(async () => {
  // As in a world of one machine: what counts by address counts wider there, what counts by person does not.
  market = await createMarket({ env: { ADDRESS_LIMIT_FACTOR: '100' } })
  app = new Hono()
  app.use('/rest/v1/*', limitProfileWrites(market.ctx))
  // What the table answers for a nickname that is taken.
  app.all('/rest/v1/*', (c) => c.json({ code: '23505' }, 409))
})
afterAll(() => market.close())

async function statuses(count: number, path: string, method: string, token: string) {
  const seen = new Set<number>()
  for (let each = 0; each < count; each++) {
    const headers = { authorization: `Bearer ${token}` }
    seen.add((await app.request(path, { method, headers })).status)
  }
  return [...seen]
}

test('nobody tries nicknames and CPFs one after the other, however the table is named', async () => {
  const [fan, other] = [await market.newFan(), await market.newFan()]
  expect(await statuses(30, '/rest/v1/users?uid=eq.1', 'PATCH', fan.token)).toEqual([409])
  expect(await statuses(1, '/rest/v1/%75sers', 'PATCH', fan.token)).toEqual([429])
  expect(await statuses(1, '/rest/v1/users', 'POST', fan.token)).toEqual([429])
  expect(await statuses(1, '/rest/v1/users', 'PATCH', other.token)).toEqual([409])
  // Reading, and other tables, are not what is counted.
  expect(await statuses(1, '/rest/v1/users', 'GET', fan.token)).toEqual([409])
  expect(await statuses(1, '/rest/v1/support_requests', 'POST', fan.token)).toEqual([409])
})
