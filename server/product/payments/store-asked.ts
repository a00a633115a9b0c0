/** What the card processor says when it is asked, because a webhook may have been lost, is applied as if its webhook had come. */
import type { Sql } from '../../platform/db/sql.ts'
import { storeWebhookEvents } from '../../platform/http/store-webhook-events.ts'

/** How far back it is asked, in milliseconds: a week, as it repeats a webhook for three days. */
export const ASKED_BACK_MS = 7 * 86_400_000

/** `object` is in the processor's own words, as webhooks of that `type` carry it. */
type Said = { id: string; status: string; object: unknown }

export async function storeAsked(sql: Sql, type: string, news: readonly Said[]): Promise<void> {
  const events = news.map(({ id, status, object }) => ({
    // The same word is stored once, however often it is said.
    id: `asked:${id}:${status}`,
    type,
    payload: { data: { object } },
  }))
  await storeWebhookEvents(sql, 'stripe', events)
}
