/** Keeps what the card processor says has happened, once for each event, and lets a job apply it. */
import type { CardEvent } from '../adapters/cards.ts'
import type { Sql } from '../db/sql.ts'

export async function storeCardEvent(sql: Sql, event: CardEvent): Promise<void> {
  await sql`
    with stored as (
      insert into private.webhook_events (id, provider, type, payload)
      values (${event.id}, 'stripe', ${event.type}, ${sql.json(event.payload as never)})
      on conflict (id) do nothing
      returning id
    )
    select private.add_job('apply-card-event', jsonb_build_object('eventId', id), 'card-event:' || id)
    from stored`
}
