/** A notification on its way to one device. */
import type { PushedKind } from '#domain/notification.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Language } from '../../platform/texts.ts'
import type { Place } from './destination.ts'

export type PushNotification = {
  kind: PushedKind
  language: Language
  /** The name of the project, or of the artist. */
  project: string
  /** Where it leads. */
  place: Place
  /** When the notification expires. */
  staleAt: Date
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Null when it is gone, its reader is, or the device has become somebody else's. */
export async function readPushNotification(
  sql: Sql,
  notification: number,
  subscription: number,
): Promise<PushNotification | null> {
  const [row] = await sql<PushNotification[]>`
    select kind, language, coalesce(data ->> 'project', data ->> 'artist') as project, data as place, endpoint,
      json_build_object('p256dh', p256dh, 'auth', auth) as keys,
      case kind
        when 'ending_soon' then (data ->> 'until')::timestamptz
        when 'outbid' then notifications.created_at + interval '1 hour'
        when 'won' then notifications.created_at + interval '1 hour'
        -- Alerts are news for a day at most.
        else least((data ->> 'until')::timestamptz, notifications.created_at + interval '1 day')
      end as "staleAt"
    from notifications
    join push_subscriptions device on device.user_id = notifications.user_id and device.id = ${subscription}
    join users on users.uid = notifications.user_id
    where notifications.id = ${notification} and is_active and erased_at is null`
  return row ?? null
}
