/** Webhooks that were refused, or not yet applied. Their payload stays in the database. */
import { redact } from '#domain/redact.ts'
import { csvTime } from '../../platform/csv.ts'
import { type AdminList, beyond, contains, inOrder, page } from '../back-office/list.ts'
import type { WebhookWire } from './contract.ts'

export const webhooks: AdminList<WebhookWire> = {
  async read(sql, query) {
    const number = sql`number`
    const text = sql`private.search_form(id || ' ' || type)`
    const rows = await sql<(Omit<WebhookWire, 'createdAt'> & { createdAt: Date })[]>`
      select number as id, webhook_events.id as event, provider, type, outcome, received_at as "createdAt"
      from private.webhook_events
      where (processed_at is null or outcome like 'refused%')
        -- What somebody has decided about is no longer amiss.
        and not exists (select from private.unmatched_money where event_id = webhook_events.id and status <> 'open')
        and ${beyond(sql, number, query)} and ${query.search ? contains(sql, text, query) : sql`true`}
      ${inOrder(sql, number, query)}`
    return page(
      rows.map((row) => ({
        ...row,
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
    receivedAt: ({ createdAt }) => csvTime(createdAt),
  },
}
