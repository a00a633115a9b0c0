/** Webhooks as the card processor would send them, signed like its own. */
import { createHmac } from 'node:crypto'
import { Logger, runOnce } from 'graphile-worker'
import { Hono } from 'hono'
import { expect, vi } from 'vitest'
import { stripeWebhook } from '../product/payments/card-webhook.ts'
import { createTasks } from '../product/tasks.ts'
import { type Market, TEST_ENV } from './market.ts'

let events = 0

export type IntentFacts = {
  payment: string
  total: number
  type?: string
  id?: string
  currency?: string
  received?: number
  /** The processor's own id of the charge. */
  intent?: string
}

export function cardEvent(facts: IntentFacts): { id: string; type: string; data: unknown } {
  const { payment, total, type = 'payment_intent.succeeded', currency = 'brl', received = total } = facts
  const intent = {
    id: facts.intent ?? `pi_${payment}`,
    amount: total,
    amount_received: type === 'payment_intent.succeeded' ? received : 0,
    currency,
    metadata: { payment },
    last_payment_error: type === 'payment_intent.payment_failed' ? { message: 'Declined.' } : null,
  }
  return { id: facts.id ?? `evt_${++events}`, type, data: { object: intent } }
}

export type DisputeFacts = {
  /** The payment that the charge is for. */
  payment: string
  /** The processor's id of the dispute. */
  dispute: string
  amount: number
  status?: 'needs_response' | 'warning_needs_response' | 'won' | 'lost'
  type?: string
  fee?: number
  evidenceDue?: Date
}

export function disputeEvent(facts: DisputeFacts): { id: string; type: string; data: unknown } {
  const { payment, dispute, amount, status = 'needs_response', fee = 5500, evidenceDue } = facts
  const isOver = status === 'won' || status === 'lost'
  const object = {
    id: dispute,
    object: 'dispute',
    amount,
    currency: 'brl',
    reason: 'fraudulent',
    status,
    payment_intent: `pi_${payment}`,
    ...(evidenceDue && { evidence_details: { due_by: evidenceDue.getTime() / 1000 } }),
    // A returned dispute comes with its fee.
    balance_transactions: [{ fee }, ...(status === 'won' ? [{ fee: -fee }] : [])],
  }
  const type = facts.type ?? (isOver ? 'charge.dispute.closed' : 'charge.dispute.created')
  return { id: `evt_dispute_${++events}`, type, data: { object } }
}

export function refundEvent(facts: {
  payment: string
  refund?: string
  id: string
  status: string
  type?: string
  amount?: number
}): { id: string; type: string; data: unknown } {
  const { payment, refund, id, status, type = 'refund.updated', amount = 2000 } = facts
  const object = {
    id,
    object: 'refund',
    amount,
    currency: 'brl',
    status,
    payment_intent: `pi_${payment}`,
    metadata: refund ? { refund } : {},
    failure_reason: status === 'failed' ? 'declined' : null,
  }
  return { id: `evt_refund_${++events}`, type, data: { object } }
}

/** Delivers to the webhook door; `at` is Unix seconds, `secret` what it is signed with. */
export async function deliver(
  market: Market,
  event: unknown,
  options: { at?: number; secret?: string; tamper?: boolean } = {},
): Promise<number> {
  const at = options.at ?? Math.floor(Date.now() / 1000)
  const raw = JSON.stringify(event)
  const secret = options.secret ?? (TEST_ENV.STRIPE_WEBHOOK_SECRET as string)
  const signature = createHmac('sha256', secret).update(`${at}.${raw}`).digest('hex')
  const app = new Hono().post('/webhooks/stripe', ...stripeWebhook(market.ctx))
  const answer = await app.request('/webhooks/stripe', {
    method: 'POST',
    headers: { 'stripe-signature': `t=${at},v1=${signature}` },
    body: options.tamper ? raw.replace('brl', 'usd') : raw,
  })
  return answer.status
}

/** Runs every job that is due now, once, and resolves when the outcome of each is stored. */
export async function runJobs(market: Market): Promise<void> {
  await runOnce({
    connectionString: market.database.url,
    taskList: createTasks(market.ctx),
    noHandleSignals: true,
    // Shown when the test fails.
    logger: new Logger(() => (level, message) => {
      if (level === 'error') console.error(message)
    }),
  })
  // The queue's own promise does not wait until the last jobs are let go of.
  await vi.waitFor(
    async () => {
      const locked =
        await market.sql`select task_identifier from graphile_worker.jobs where locked_at is not null`
      expect([...locked]).toEqual([])
    },
    { timeout: 40_000, interval: 10 },
  )
}
