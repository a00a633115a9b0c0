/** GET /balance: free money and money in bids, in centavos. */
import type { Handler } from 'hono'
import { readBalance } from '../queries/balance.ts'
import type { ApiContext, ApiEnv } from './door.ts'

export function getBalance(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    return c.json({ data: { data: await readBalance(ctx.sql, c.get('fan').uid) } })
  }
}
