/** Stores a provider's events, each once, and lets a job apply them. */
import type { Sql } from '../db/sql.ts'

type WebhookEvent = { id: string; type: string; payload: unknown }

/** The job that applies a provider's events, and the prefix of the names of those jobs. */
const JOBS = {
  stripe: { task: 'apply-card-event', key: 'card-event:' },
  pix: { task: 'apply-pix-event', key: 'pix-event:' },
} as const

export async function storeWebhookEvents(
  sql: Sql,
  provider: keyof typeof JOBS,
  events: readonly WebhookEvent[],
): Promise<void> {
  const { task, key } = JOBS[provider]
  await sql`
    with stored as (
      insert into private.webhook_events (id, provider, type, payload)
      select id, ${provider}, type, payload
      from jsonb_to_recordset(${sql.json(events as never)}) as event (id text, type text, payload jsonb)
      on conflict (id) do nothing
      returning id
    )
    select private.add_job(${task}, jsonb_build_object('eventId', id), ${key}::text || id)
    from stored`
}
