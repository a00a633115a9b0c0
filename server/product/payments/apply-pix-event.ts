/**
 * Applies stored PIX receipts. Safe to repeat, reorder and race. What does not match (no payment of ours, another
 * amount, paid twice) has an outcome that begins with `refused`, and waits as unmatched money until somebody has
 * decided what becomes of it.
 */
import * as v from 'valibot'
import { fromValor, paymentUidOf } from '#domain/pix.ts'
import type { ServerContext } from '../../context.ts'
import { parseRow } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { withRetries } from '../../platform/db/transact.ts'
import { creditPayment } from './finish-payment.ts'
import { isPayerGone, lockPayment, totalOf } from './lock-payment.ts'
import { setAside, takeFromUnmatched } from './unmatched-money.ts'

const received = v.object({
  endToEndId: v.string(),
  txid: v.optional(v.string(), ''),
  valor: v.string(),
  horario: v.string(),
})

export async function applyPixEvent(ctx: Pick<ServerContext, 'sql' | 'log'>, eventId: string): Promise<void> {
  await withRetries(ctx.sql, async (tx) => {
    const event = parseRow(
      v.object({ payload: v.unknown(), done: v.boolean() }),
      await tx`
        select payload, processed_at is not null as done
        from private.webhook_events
        where id = ${eventId}
        for update`,
    )
    if (!event || event.done) return
    const outcome = await applyOnce(tx, eventId, event.payload)
    if (outcome.startsWith('refused')) ctx.log.error({ eventId, outcome }, 'money by PIX refused')
    await tx`
      update private.webhook_events
      set processed_at = now(), outcome = ${outcome}, payment_id = (
        select id from payments where uid = ${paymentNamedIn(event.payload)}
      )
      where id = ${eventId}`
  })
}

function paymentNamedIn(payload: unknown): string | null {
  const parsed = v.safeParse(received, payload)
  return parsed.success ? paymentUidOf(parsed.output.txid) : null
}

async function applyOnce(tx: Tx, eventId: string, payload: unknown): Promise<string> {
  const parsed = v.safeParse(received, payload)
  if (!parsed.success) return 'refused: malformed'
  const { endToEndId, txid, valor, horario } = parsed.output
  const uid = paymentUidOf(txid)
  // The payment is committed before its charge exists, so it is here, or it is not ours.
  const payment = await lockPayment(tx, { uid })
  const amount = fromValor(valor)
  const refused = async (why: string) => {
    const paymentId = payment?.expiresAt ? payment.id : null
    if (amount) {
      await setAside(tx, { eventId, provider: 'pix', externalId: endToEndId, amount, paymentId })
    }
    return `refused: ${why}`
  }
  if (!payment?.expiresAt) return refused(`${valor} came for no payment of ours`)
  if (payment.intentId && payment.intentId !== endToEndId) {
    return refused('paid before, by another transfer')
  }
  const total = totalOf(payment)
  if (amount !== total) return refused(`received ${valor}, expected ${total} centavos`)
  if (isPayerGone(payment)) return refused('its payer was erased')
  const late = Date.parse(horario) > payment.expiresAt.getTime()
  if (await creditPayment(tx, payment, { late })) {
    await takeFromUnmatched(tx, eventId)
    await tx`update payments set intent_id = ${endToEndId} where id = ${payment.id}`
    return late ? 'credited: late' : 'credited'
  }
  return payment.intentId === endToEndId ? 'repeated' : refused('paid before, by another transfer')
}
