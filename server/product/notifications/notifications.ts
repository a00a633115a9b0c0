/** A fan's notifications, in their own language. */
import type { NotificationKind } from '#domain/notification.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Language } from '../../platform/texts.ts'
import type { MailRequest } from '../outbox.ts'
import type { NotificationsWire } from './contract.ts'
import { destinationInside } from './destination.ts'
import { notificationText, ownAmountOf } from './render-mail.ts'

type Row = {
  id: number
  kind: NotificationKind
  data: Record<string, string | number>
  createdAt: Date
  isRead: boolean
}

/** Page `page` (from 1) of the fan's notifications, newest first. */
export async function listNotifications(
  sql: Sql,
  fan: { uid: string; language: Language },
  { page, limit }: { page: number; limit: number },
): Promise<NotificationsWire['data']> {
  const [rows, [counts]] = await Promise.all([
    sql<Row[]>`
      select id, kind, data, created_at as "createdAt", is_read as "isRead"
      from notifications
      where user_id = ${fan.uid} and in_bell
      order by id desc
      limit ${limit} offset ${(page - 1) * limit}`,
    sql<{ total: number; unread: number }[]>`
      select
        (select count(*) from notifications where user_id = ${fan.uid} and in_bell)::int as total,
        (select count(*) from notifications where user_id = ${fan.uid} and not is_read and in_bell)::int as unread`,
  ])
  const { total = 0, unread = 0 } = counts ?? {}
  return {
    notifications: rows.map(({ data, createdAt, ...row }) => ({
      ...row,
      message: notificationText(row.kind, fan.language, data),
      ownAmount: ownAmountOf(row.kind, data),
      path: destinationInside(row.kind, data),
      createdAt: createdAt.toISOString(),
    })),
    page,
    pages: Math.ceil(total / limit),
    total,
    unread,
  }
}

/** The mail for notification `id`, and whose it is; null when it is gone. */
export async function notificationMail(
  sql: Sql,
  id: number,
): Promise<{ mail: MailRequest; reader: string; kind: NotificationKind } | null> {
  const [row] = await sql<
    {
      to: string
      language: Language
      template: NotificationKind
      data: Row['data']
      reader: string
      cover: string | null
    }[]
  >`
    select email as to, language, kind as template, data, uid as reader, cover
    from notifications
    join users on users.uid = notifications.user_id
    -- Notices name their work; its cover is shown where the name is no other's.
    left join lateral (
      select min(projects.uid::text) as cover from projects
      where projects.project_name = data ->> 'project' and projects.is_active
      having count(*) = 1
    ) named on true
    where notifications.id = ${id} and users.erased_at is null
      -- Whoever has left is told of all that is in the wallet at once, by a mail of its own.
      and (users.is_active or kind <> 'bid_released')`
  if (!row) return null
  const { cover, reader, template, to, language } = row
  const data = Object.fromEntries(Object.entries(row.data).map(([name, value]) => [name, String(value)]))
  const mail = { to, language, template, data: cover ? { ...data, cover } : data }
  return { mail, reader, kind: template }
}
