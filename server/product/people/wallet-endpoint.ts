/** POST /wallet: makes the caller's wallet at the custodian, once. */
import type { Handler } from 'hono'
import { refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { saveWallet } from './save-wallet.ts'

export function createWallet(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const fan = c.get('fan')
    if (fan.wallet) return c.json({ data: { wallet: fan.wallet } })
    let wallet: string
    try {
      wallet = await ctx.custodian.createWallet(fan.email)
    } catch (fault) {
      ctx.log.error({ err: fault }, 'the custodian made no wallet')
      return refusal(c, 'wallet_unavailable')
    }
    return c.json({ data: { wallet: await saveWallet(ctx.sql, fan.uid, wallet) } })
  }
}
