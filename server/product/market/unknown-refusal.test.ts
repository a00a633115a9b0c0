/** A process beside a newer version's database: a reason that it does not know is a refusal, not a fault of its own. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMarket, type Market } from '../../testing/market.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

/** The function answers a code of a later version, whatever it is asked. */
async function refuseByALaterReason(name: string): Promise<void> {
  const [found] = await market.sql<[{ text: string }]>`
    select pg_get_functiondef(oid) as text from pg_proc where proname = ${name} and pronamespace = 'market'::regnamespace`
  const body = `as $function$ select 'of_a_later_version'::text $function$`
  await market.sql.unsafe(found.text.replace(/as \$function\$[\s\S]*\$function\$/i, body))
}

const TOLD = {
  status: 409,
  data: { code: 'refused_otherwise', error: expect.stringContaining('Recarregue') },
}

test('a bid, a gift and a purchase are refused in general words, and no money moves', async () => {
  const [auction, lot] = [await market.newAuction(), await market.newProject({})]
  const fan = await market.newFan(10_000)
  const buy = (more: object) =>
    market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: lot.uid, ...more })
  await refuseByALaterReason('refusal_of_project')
  expect(await market.bid(fan, auction, 5000)).toMatchObject(TOLD)
  await refuseByALaterReason('refusal_of_gift')
  expect(await buy({ gift: { email: null, words: '' } })).toMatchObject(TOLD)
  await refuseByALaterReason('refusal_of_purchase')
  expect(await buy({})).toMatchObject(TOLD)
  expect(await market.balanceOf(fan)).toBe(10_000)
  await market.expectHealthy()
})
