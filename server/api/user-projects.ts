/** GET /user-projects: the caller's tokens. */
import type { Handler } from 'hono'
import { listUserTokens } from '../queries/user-tokens.ts'
import { refusal } from './answers.ts'
import type { ApiContext, ApiEnv } from './door.ts'
import { readPage } from './input.ts'

export function getUserTokens(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const page = readPage(c)
    if (!page) return refusal(c, 'malformed')
    return c.json(await listUserTokens(ctx.sql, c.get('fan').uid, page))
  }
}
