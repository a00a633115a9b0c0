/** Webhooks that were refused, or not yet applied. Their payload stays in the database. */
import { redact } from '#domain/redact.ts'
import { csvTime } from '../../platform/csv.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { within } from '../back-office/filters.ts'
import { type AdminList, beyond, contains, inOrder, page } from '../back-office/list.ts'
import { subjectsOf } from '../back-office/subjects.ts'
import { isOpenIncident } from './close-incident.ts'
import type { WebhookWire } from './webhook-contract.ts'

export const webhooks: AdminList<WebhookWire> = {
  async read(sql, query) {
    const number = sql`number`
    const text = sql`private.search_form(webhook_events.id || ' ' || type)`
    const rows = await sql<(Omit<WebhookWire, 'createdAt' | 'about'> & { createdAt: Date; named: string })[]>`
      select number as id, webhook_events.id as event, provider, type, outcome, received_at as "createdAt",
        coalesce(payments.uid::text, ${ofPayload(sql)}, '') as named,
        exists (select from private.unmatched_money where event_id = webhook_events.id) as "isUnmatched"
      from private.webhook_events left join payments on payments.id = webhook_events.payment_id
      where (processed_at is null or outcome like 'refused%')
        -- What somebody has decided about is no longer amiss.
        and not exists (select from private.unmatched_money where event_id = webhook_events.id and status <> 'open')
        and ${isOpenIncident(sql, 'webhook', sql`webhook_events.id`)}
        and ${within(sql, query.filters, { method: sql`provider`, at: sql`received_at` })}
          and ${beyond(sql, number, query)} and ${query.search ? contains(sql, text, query) : sql`true`}
      ${inOrder(sql, number, query)}`
    const subjects = await subjectsOf(
      sql,
      rows.map(({ named }) => named),
    )
    return page(
      rows.map(({ named, ...row }) => ({
        ...row,
        about: subjects.get(named) ?? null,
        outcome: row.outcome && redact(row.outcome),
        createdAt: row.createdAt.toISOString(),
      })),
      query,
    )
  },
  columns: {
    event: ({ event }) => event,
    provider: ({ provider }) => provider,
    kind: ({ type }) => type,
    outcome: ({ outcome }) => outcome ?? '',
    receivedAt: ({ createdAt }, language) => csvTime(createdAt, language),
  },
}

/** The number of the payment that the event itself names: the processor's metadata, or the charge's id without its dashes. */
const ofPayload = (sql: Sql) => sql`coalesce(
  payload #>> '{data,object,metadata,payment}',
  regexp_replace(payload ->> 'txid', '^(.{8})(.{4})(.{4})(.{4})(.{12})$', '\\1-\\2-\\3-\\4-\\5')
)`
