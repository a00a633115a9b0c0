/** The calls of notifications. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { NOTIFICATION_KINDS } from '#domain/notification.ts'
import { about, callsOfFans, data, limit, parameter, whole } from '../api/call.ts'

/** `message` is in the caller's language. */
export const notificationWire = v.strictObject({
  id: v.number(),
  kind: v.picklist(NOTIFICATION_KINDS),
  message: v.string(),
  ownAmount: about(
    v.nullable(v.string()),
    'What the message says of the caller’s own money, as it is written in it; null where it names none, or a price alone.',
  ),
  path: about(v.string(), 'The screen of the application that it is about.'),
  createdAt: v.string(),
  isRead: v.boolean(),
})
export type NotificationWire = v.InferOutput<typeof notificationWire>

/** GET /notifications?page=&limit= */
export const notificationsWire = v.strictObject({
  data: v.strictObject({
    notifications: v.array(notificationWire),
    page: v.number(),
    pages: v.number(),
    total: v.number(),
    unread: v.number(),
  }),
})
export type NotificationsWire = v.InferOutput<typeof notificationsWire>

const pageNumber = parameter(
  v.optional(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(1000)), '1'),
  { type: 'integer', minimum: 1, maximum: 1000, default: 1, description: 'Which page, from 1.' },
)

const endpoint = v.pipe(v.string(), v.url(), v.maxLength(2048))

export const notificationsCalls = {
  ...callsOfFans('account', {
    'GET /notifications': {
      summary: 'The caller’s notifications, newest first, in their language.',
      query: {
        page: pageNumber,
        limit,
      },
      answer: whole(notificationsWire),
    },
    'GET /notifications/mark-read': {
      summary: 'Marks all of them as read.',
      answer: data(v.strictObject({ unread: v.literal(0) })),
    },
    'POST /push-subscriptions': {
      summary: 'This browser wants the caller’s news; as `PushSubscription.toJSON()` writes it.',
      body: v.object({ endpoint, keys: v.object({ p256dh: v.string(), auth: v.string() }) }),
      answer: data(v.strictObject({ subscribed: v.literal(true) })),
    },
    'POST /push-subscriptions/remove': {
      summary: 'This browser wants them no longer.',
      body: v.object({ endpoint }),
      answer: data(v.strictObject({ subscribed: v.literal(false) })),
    },
  }),
} as const
