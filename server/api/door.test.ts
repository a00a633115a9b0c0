/** What no endpoint is ever asked. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMarket, type Market } from '../testing/market.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

test.each(['/projects?search=a%00b', '/statement/%00', '/projects/%00/public'])(
  'a null character in an address is in no column: %s',
  async (path) => {
    expect(await market.call(await market.newFan(), path)).toMatchObject({
      status: 400,
      data: { code: 'malformed' },
    })
  },
)
