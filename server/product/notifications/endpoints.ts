/** A fan's notifications, and the devices they are pushed to. */
import { ok, refuse } from '#domain/result.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { endpoints } from '../api/serve.ts'
import { notificationsCalls } from './contract.ts'
import { listNotifications } from './notifications.ts'
import { removePushSubscription, savePushSubscription } from './push-subscriptions.ts'

export const notificationsEndpoints = endpoints(notificationsCalls, ({ sql, push }) => ({
  'GET /notifications': async ({ fan, query }) => ok({ data: await listNotifications(sql, fan, query) }),
  'GET /notifications/mark-read': async ({ fan }) => {
    await markNotificationsRead(sql, fan.uid)
    return ok({ unread: 0 as const })
  },
  'POST /push-subscriptions': async ({ fan, body: { endpoint, keys } }) => {
    if (!push.accepts(endpoint, keys)) return refuse('malformed')
    await savePushSubscription(sql, fan.uid, endpoint, keys)
    return ok({ subscribed: true as const })
  },
  'POST /push-subscriptions/remove': async ({ fan, body }) => {
    await removePushSubscription(sql, fan.uid, body.endpoint)
    return ok({ subscribed: false as const })
  },
}))

/** Marks all of the fan's notifications as read. */
async function markNotificationsRead(sql: Sql, fanUid: string): Promise<void> {
  await sql`update notifications set is_read = true where user_id = ${fanUid} and not is_read`
}
