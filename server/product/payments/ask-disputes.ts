/**
 * Disputes whose webhook was lost. The processor is asked for those of the last days, and as far back as one of ours is open; what it
 * says is news where it differs from what we know, and is applied as if its webhook had come.
 */
import * as v from 'valibot'
import { disputeStatus } from '#domain/dispute.ts'
import type { ServerContext } from '../../context.ts'
import { parseRow, parseRows } from '../../platform/db/rows.ts'
import { ASKED_BACK_MS, storeAsked } from './store-asked.ts'

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
  const oldest = Math.min(now.getTime() - ASKED_BACK_MS + DAY_MS, row?.first?.getTime() ?? now.getTime())
  const told = await cards.disputesSince(new Date(oldest - DAY_MS))
  const known = parseRows(
    v.object({ id: v.string(), status: v.string() }),
    await sql`
      select provider_id as id, status from private.disputes where provider_id = any (${told.map(({ id }) => id)})`,
  )
  const statuses = new Map(known.map(({ id, status }) => [id, status]))
  const news = told.filter(({ id, status }) => statuses.get(id) !== disputeStatus(status))
  await storeAsked(sql, 'charge.dispute.updated', news)
}
