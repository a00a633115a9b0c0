/** GET /projects/{uid}/log: the public record of an auction, for anyone, without an account. */
import type { Handler } from 'hono'
import { refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readKey, readLimit, readUid } from '../api/input.ts'
import { findMarket } from './market-key.ts'
import { readMarketLog } from './market-log.ts'

const MOST_ENTRIES = 1000
const ORDERS = ['asc', 'desc'] as const

export function getMarketLog(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const order = ORDERS.find((known) => known === (c.req.query('order') ?? 'asc'))
    const limit = readLimit(c, MOST_ENTRIES)
    const after = readKey(c)
    if (!order || limit === null || after === undefined) return refusal(c, 'malformed')
    const uid = readUid(c)
    const market = uid ? await findMarket(ctx.sql, uid) : null
    if (!market) return refusal(c, 'project_not_found')
    return c.json(await readMarketLog(ctx.sql, market.id, { order, limit, after }))
  }
}
