/** A fan's notifications, and the devices they are pushed to. */
import { ok, refuse } from '#domain/result.ts'
import { endpoints } from '../api/serve.ts'
import { notificationsCalls } from './contract.ts'
import { markNotificationsRead } from './mark-read.ts'
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
