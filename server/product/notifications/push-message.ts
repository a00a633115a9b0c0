/** A notification on its way to one device. */
import type { PushedKind } from '#domain/notification.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Language } from '../../platform/texts.ts'

export type PushNews = {
  kind: PushedKind
  language: Language
  /** The project's name. */
  project: string
  /** The project's uid, if the notification leads to its auction. */
  auction: string | null
  /** When the notification expires. */
  staleAt: Date
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Null when it is gone, its reader is, or the device has become somebody else's. */
export async function readPushNews(
  sql: Sql,
  notification: number,
  subscription: number,
): Promise<PushNews | null> {
  const [row] = await sql<PushNews[]>`
    select kind, language, data ->> 'project' as project, data ->> 'auction' as auction, endpoint,
      json_build_object('p256dh', p256dh, 'auth', auth) as keys,
      case kind
        when 'ending_soon' then (data ->> 'until')::timestamptz
        else notifications.created_at + interval '1 hour'
      end as "staleAt"
    from notifications
    join push_subscriptions device on device.user_id = notifications.user_id and device.id = ${subscription}
    join users on users.uid = notifications.user_id
    where notifications.id = ${notification} and is_active and erased_at is null`
  return row ?? null
}
