/** GET /balance: free money and money in bids, in centavos. */
import type { Handler } from 'hono'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readBalance } from './balance.ts'

export function getBalance(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    return c.json({ data: { data: await readBalance(ctx.sql, c.get('fan').uid) } })
  }
}
