/** Giving an hour: what giver and recipient do with a gift that has been paid for. */
import { ok, refuse } from '#domain/result.ts'
import { endpoints } from '../api/serve.ts'
import { acceptGift, readOffered } from './accept-gift.ts'
import { giftsCalls } from './contract.ts'
import { listGiven } from './given-gifts.ts'
import { mailAgain, renewLink } from './hand-out-gift.ts'
import { takeBack } from './return-gifts.ts'

export const giftsEndpoints = endpoints(giftsCalls, (ctx) => {
  const { sql } = ctx
  return {
    'POST /gifts/offered': async ({ body }) => {
      const offered = await readOffered(sql, body.code)
      return offered ? ok(offered) : refuse('gift_not_found')
    },
    'POST /gifts/accept': ({ fan, body }) => acceptGift(sql, fan.uid, body.code),
    'GET /gifts': async ({ fan, query }) => ok(await listGiven(sql, fan.uid, query)),
    'POST /gifts/{uid}/link': ({ fan, params }) => renewLink(ctx, fan.uid, params.uid),
    'POST /gifts/{uid}/mail': ({ fan, params }) => mailAgain(sql, fan.uid, params.uid),
    'POST /gifts/{uid}/take-back': ({ fan, params }) => takeBack(sql, fan.uid, params.uid),
  }
})
