/** The browsers that a fan's notifications are pushed to. */
import type { Sql } from '../../platform/db/sql.ts'
import { withRetries } from '../../platform/db/transact.ts'

/** More devices than anybody uses; beyond it the oldest is dropped. */
const DEVICES = 10

/** A browser belongs to the last person who subscribed there. Repeating it changes nothing. */
export async function savePushSubscription(
  sql: Sql,
  fanUid: string,
  endpoint: string,
  keys: { p256dh: string; auth: string },
): Promise<void> {
  await withRetries(sql, async (tx) => {
    await tx`
      insert into push_subscriptions (user_id, endpoint, p256dh, auth)
      values (${fanUid}, ${endpoint}, ${keys.p256dh}, ${keys.auth})
      on conflict (endpoint) do update
      set user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth`
    await tx`
      delete from push_subscriptions
      where id in (
        select id from push_subscriptions where user_id = ${fanUid} order by id desc offset ${DEVICES}
      )`
  })
}

export async function removePushSubscription(sql: Sql, fanUid: string, endpoint: string): Promise<void> {
  await sql`delete from push_subscriptions where user_id = ${fanUid} and endpoint = ${endpoint}`
}

/** The push service says that the subscription is dead. */
export async function forgetPushSubscription(sql: Sql, id: number): Promise<void> {
  await sql`delete from push_subscriptions where id = ${id}`
}
