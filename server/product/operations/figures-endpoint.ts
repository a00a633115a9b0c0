/** GET /admin/figures. */
import type { Handler } from 'hono'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readFigures } from './figures.ts'

export function getFigures(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => c.json({ data: await readFigures(ctx.sql) })
}
