/**
 * Pays by card. The payment is stored first, the processor is called between two transactions, and its webhooks
 * decide what becomes of it.
 */
import type { Context } from 'hono'
import { type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import { askedLanguage } from '../../platform/http/language.ts'
import { countOutsideFault } from '../../platform/outside-faults.ts'
import { createLimit, perHour } from '../../platform/rate-limit.ts'
import type { Fan } from '../api/check-account.ts'
import type { ApiEnv } from '../api/fan.ts'
import { enqueueMail } from '../outbox.ts'
import type { CardPaymentWire } from './contract.ts'
import { recordCharge } from './record-charge.ts'
import { type StartCardPayment, startCardPayment } from './start-card-payment.ts'

/** The operator is told this often at most, however many buy meanwhile. */
const ALERTS = perHour(1, 'in database')

/** Resolves with the stored answer where its idempotency key has one. */
export async function chargeByCard(
  ctx: ServerContext,
  c: Context<ApiEnv>,
  fan: Fan,
  order: StartCardPayment,
): Promise<Result<CardPaymentWire> | Response> {
  if (!fan.wallet) return refuse('profile_incomplete')
  const started = await startCardPayment(ctx, fan, order)
  if (!started.ok) return started
  if (started.value.kind === 'replay') {
    const { status, body: stored } = started.value.answer
    return c.json(stored as object, status as 200 | 402)
  }
  const { payment, charge } = started.value
  const reader = { uid: fan.uid, language: askedLanguage(c) ?? fan.language }
  try {
    const outcome = await ctx.cards.charge(charge)
    if (outcome.kind === 'unavailable') await alertUnavailable(ctx, outcome.message)
    const { status, body: fresh } = await recordCharge(ctx.sql, reader, order.key, payment, outcome)
    return c.json(fresh, status)
  } catch (fault) {
    // The card may or may not have been charged. Its webhook will tell; the same key may safely be sent again.
    ctx.log.error({ err: fault, payment: payment.uid }, 'the card processor gave no answer')
    return refuse('payment_unavailable')
  }
}

/** It is our configuration that was refused, not a card. */
async function alertUnavailable({ sql, env, log }: ServerContext, said: string): Promise<void> {
  log.error({ said }, 'the card processor refuses our calls')
  await countOutsideFault(sql, 'cards')
  if ((await createLimit(sql, 'cards-alert', ALERTS)('all')) > 0) return
  await sql.begin((tx) =>
    enqueueMail(tx, { to: env.SUPPORT_EMAIL, language: 'pt', template: 'cards_alert', data: { said } }),
  )
}
