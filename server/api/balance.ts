/** GET /balance: free money and money in bids, in centavos. */
import type { Handler } from 'hono'
import type { BalanceWire } from '#domain/wire/api.ts'
import { balanceOf } from '../ledger.ts'
import type { ApiContext, ApiEnv } from './door.ts'

export function getBalance(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const { available, held } = await balanceOf(ctx.sql, c.get('fan').uid)
    const balance: BalanceWire = { balance: available, totalBided: held }
    return c.json({ data: { data: balance } })
  }
}
