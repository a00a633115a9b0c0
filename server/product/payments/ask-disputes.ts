/**
 * Disputes whose webhook was lost. The processor is asked for those of the last days, and as far back as one of ours is open; what it
 * says is news where it differs from what we know, and is applied as if its webhook had come.
 */
import * as v from 'valibot'
import type { ServerContext } from '../../context.ts'
import { parseRow, parseRows } from '../../platform/db/rows.ts'
import { storeWebhookEvents } from '../../platform/http/store-webhook-events.ts'

/** The processor repeats a webhook for three days. */
const LAST_DAYS = 7
const DAY_MS = 86_400_000

export async function askForDisputes(
  { sql, cards }: Pick<ServerContext, 'sql' | 'cards'>,
  now: Date = new Date(),
): Promise<void> {
  const row = parseRow(
    v.object({ first: v.nullable(v.date()) }),
    await sql`select min(opened_at) as first from private.disputes where status = 'open'`,
  )
  // The processor's own date may be a little earlier than when we heard of it.
  const oldest = Math.min(now.getTime() - (LAST_DAYS - 1) * DAY_MS, row?.first?.getTime() ?? now.getTime())
  const told = await cards.disputesSince(new Date(oldest - DAY_MS))
  const known = parseRows(
    v.object({ id: v.string(), status: v.string() }),
    await sql`
      select provider_id as id, status from private.disputes where provider_id = any (${told.map(({ id }) => id)})`,
  )
  const statuses = new Map(known.map(({ id, status }) => [id, status]))
  const news = told.filter(
    ({ id, status }) => statuses.get(id) !== (status === 'won' || status === 'lost' ? status : 'open'),
  )
  await storeWebhookEvents(
    sql,
    'stripe',
    news.map(({ id, status, object }) => ({
      // The same word is stored once, however often it is said.
      id: `asked:${id}:${status}`,
      type: 'charge.dispute.updated',
      payload: { data: { object } },
    })),
  )
}
