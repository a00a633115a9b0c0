/** GET /notifications?page=&limit= and GET /notifications/mark-read. */
import type { Handler } from 'hono'
import { refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readLimit } from '../api/input.ts'
import { markNotificationsRead } from './mark-read.ts'
import { listNotifications } from './notifications.ts'

/** Nobody turns this many pages; a page beyond is asked by machines, and costs the database more and more. */
const LAST_PAGE = 1000

export function getNotifications(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const limit = readLimit(c)
    const page = Number(c.req.query('page') ?? 1)
    if (limit === null || !Number.isInteger(page) || page < 1 || page > LAST_PAGE) {
      return refusal(c, 'malformed')
    }
    return c.json({ data: await listNotifications(ctx.sql, c.get('fan'), { page, limit }) })
  }
}

export function markRead(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    await markNotificationsRead(ctx.sql, c.get('fan').uid)
    return c.json({ data: { unread: 0 } })
  }
}
