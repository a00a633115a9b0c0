/** Asks the provider about a return that somebody says they made there, before it is booked. */
import * as v from 'valibot'
import type { ReturnWord } from '#domain/money-decision.ts'
import { MONEY_PROVIDERS } from '#domain/payment.ts'
import type { ServerContext } from '../../context.ts'
import { centavos, parseRow } from '../../platform/db/rows.ts'

type Context = Pick<ServerContext, 'sql' | 'pix' | 'cards' | 'log'>
const keptRow = v.object({
  provider: v.picklist(MONEY_PROVIDERS),
  externalId: v.string(),
  amount: centavos,
  arrivedAt: v.date(),
})
type Kept = v.InferOutput<typeof keptRow>

/** Never throws: a provider that does not answer is `silent`. Null where there is no such money. */
export async function askReturn(ctx: Context, uid: string, reference: string): Promise<ReturnWord | null> {
  const kept = parseRow(
    keptRow,
    await ctx.sql`
      select provider, external_id as "externalId", amount, arrived_at as "arrivedAt"
      from private.unmatched_money where uid = ${uid}`,
  )
  if (!kept) return null
  try {
    const returned = await (kept.provider === 'pix' ? ofPix : ofCards)(ctx, kept, reference)
    if (returned === null) return 'unknown'
    return returned === kept.amount ? 'returned' : 'contradicted'
  } catch (fault) {
    ctx.log.warn({ err: fault, uid }, 'the provider did not say whether money was returned')
    return 'silent'
  }
}

/** How much went back under that name, in centavos; null where the provider does not know it. */
async function ofPix({ pix }: Context, { externalId }: Kept, reference: string): Promise<number | null> {
  const found = (await pix.returnsOf(externalId)).find(({ names }) => names.includes(reference))
  return found ? found.amount : null
}

async function ofCards({ cards }: Context, kept: Kept, reference: string): Promise<number | null> {
  const found = (await cards.returnedSince(kept.arrivedAt)).find(({ id }) => id === reference)
  if (!found) return null
  return found.intentId === kept.externalId ? found.amount : 0
}
