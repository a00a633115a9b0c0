/**
 * Refunds made in the processor's own panel whose webhook was lost. The processor is asked for those of the last days; what it says
 * is news where we do not know of it, and is applied as if its webhook had come. Those that were asked for here are asked about by
 * their own job.
 */
import * as v from 'valibot'
import type { ServerContext } from '../../context.ts'
import { parseRows } from '../../platform/db/rows.ts'
import { ASKED_BACK_MS, storeAsked } from './store-asked.ts'

export async function askForRefunds(
  { sql, cards }: Pick<ServerContext, 'sql' | 'cards'>,
  now: Date = new Date(),
): Promise<void> {
  const told = await cards.strangeRefundsSince(new Date(now.getTime() - ASKED_BACK_MS))
  const ours = parseRows(
    v.object({ intent: v.string() }),
    await sql`
      select intent_id as intent from payments where intent_id = any (${told.map(({ intentId }) => intentId)})`,
  )
  const known = parseRows(
    v.object({ id: v.string(), status: v.string() }),
    await sql`
      select provider_id as id, status from private.refunds where provider_id = any (${told.map(({ id }) => id)})`,
  )
  const intents = new Set<string | null>(ours.map(({ intent }) => intent))
  const statuses = new Map(known.map(({ id, status }) => [id, status]))
  const isNews = ({ id, status }: { id: string; status: string }) =>
    !statuses.has(id) || (status === 'failed' && statuses.get(id) !== 'failed')
  const news = told.filter(({ intentId }) => intents.has(intentId)).filter(isNews)
  await storeAsked(sql, 'refund.updated', news)
}
