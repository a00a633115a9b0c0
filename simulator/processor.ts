/** The card processor's word on a dispute, signed as its webhooks are. */
import { createHmac, randomUUID } from 'node:crypto'
import type { DisputeStatus } from '#domain/dispute.ts'
import { until } from './processes.ts'
import type { World } from './world.ts'

export type DisputeNews = { payment: string; amount: number; says: DisputeStatus }

/** Delivers it to the web server; resolves with the name of the event. */
export async function tellOfDispute(world: World, { payment, amount, says }: DisputeNews): Promise<string> {
  const id = `evt_${randomUUID()}`
  const object = {
    id: `dp_${payment}`,
    object: 'dispute',
    amount,
    currency: 'brl',
    reason: 'fraudulent',
    status: says === 'open' ? 'needs_response' : says,
    payment_intent: `pi_${payment}`,
    balance_transactions: [],
  }
  const type = says === 'open' ? 'charge.dispute.created' : 'charge.dispute.closed'
  const raw = JSON.stringify({ id, type, data: { object } })
  const at = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', world.webhookSecret).update(`${at}.${raw}`).digest('hex')
  const answer = await fetch(`${world.url}/webhooks/stripe`, {
    method: 'POST',
    headers: { 'stripe-signature': `t=${at},v1=${signature}` },
    body: raw,
  })
  if (!answer.ok) throw new Error(`the webhook was answered with ${answer.status}`)
  return id
}

export function applied({ sql }: World, event: string): Promise<void> {
  return until('the news of the processor is applied', async () => {
    const rows = await sql`
      select from private.webhook_events where id = ${event} and processed_at is not null`
    return rows.length > 0
  })
}
