/** GET /user-projects: the caller's tokens. */
import type { Handler } from 'hono'
import { refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readPage } from '../api/input.ts'
import { listUserTokens } from './user-tokens.ts'

export function getUserTokens(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const page = readPage(c)
    if (!page) return refusal(c, 'malformed')
    return c.json(await listUserTokens(ctx.sql, c.get('fan').uid, page))
  }
}
