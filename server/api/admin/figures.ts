/** GET /admin/figures. */
import type { Handler } from 'hono'
import { readFigures } from '../../queries/admin/figures.ts'
import type { ApiContext, ApiEnv } from '../door.ts'

export function getFigures(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => c.json({ data: await readFigures(ctx.sql) })
}
