/**
 * First half of a card payment: stores the payment (and reserves a unit) before the processor is called, so that
 * whatever the processor later reports finds its row.
 */
import * as v from 'valibot'
import { cardFee, largestAmount } from '#domain/fee.ts'
import { RESERVATION_SECONDS } from '#domain/project.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import type { Charge } from '../../platform/adapters/cards.ts'
import { parseRow, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { type Claim, claimKey, linkKey, type StoredAnswer } from '../../platform/idempotency.ts'
import { declineText } from '../../platform/texts.ts'
import type { Fan } from '../api/check-account.ts'
import {
  judgeOrder,
  type Order,
  paidBy,
  paymentWire,
  reserveUnit,
  SALE_CONSTRAINTS,
  storeGift,
  storeTipWords,
} from '../market/public.ts'
import { enqueueJob } from '../outbox.ts'

export type StartCardPayment = Order & { paymentMethodId: string; key: string | null; requestHash: string }

const pendingPayment = v.object({ ...paymentWire.entries, id: rowId })
export type PendingPayment = v.InferOutput<typeof pendingPayment>
export type StartedPayment =
  | { kind: 'charge'; payment: PendingPayment; charge: Charge }
  /** This very call was answered before. */
  | { kind: 'replay'; answer: StoredAnswer }

/** A charge as stored with its idempotency key. */
const keptCharge: v.GenericSchema<unknown, Charge> = v.object({
  paymentUid: v.string(),
  total: v.number(),
  paymentMethodId: v.string(),
  email: v.string(),
  description: v.string(),
})

/** By then the processor's webhook should have arrived; afterwards we ask. */
const CHECK_AFTER_MS = (RESERVATION_SECONDS + 60) * 1000
/** Less than the 24 hours for which the processor keeps idempotency keys. */
const CHARGE_AGAIN_SECONDS = 23 * 3600

export async function startCardPayment(
  ctx: Pick<ServerContext, 'sql' | 'env'>,
  fan: Fan,
  input: StartCardPayment,
): Promise<Result<StartedPayment>> {
  const { PRODUCT_NAME: product } = ctx.env
  return transact<StartedPayment>(
    ctx.sql,
    async (tx) => {
      const claim = await claimKey(tx, fan.uid, input.key, input.requestHash)
      if (claim.kind === 'mismatch') return refuse('key_reused')
      if (claim.kind === 'replay') return ok({ kind: 'replay', answer: claim.answer })
      if (claim.kind === 'resume') return ok(await resume(tx, fan, claim))
      const judged = await judgeOrder(tx, fan.uid, input)
      if (!judged.ok) return judged
      const amount = paidBy(input)
      if (amount > largestAmount('card')) return refuse('card_limit')
      const projectId = judged.value?.projectId ?? null

      const fee = cardFee(amount)
      const payment = parseSoleRow(
        v.object({ id: rowId, uid: v.string() }),
        await tx`
          insert into payments (uid, user_id, project_id, flow, method, amount, tip, fee)
          values (
            coalesce(private.uid_of_key(${fan.uid}, ${input.key}), gen_random_uuid()), ${fan.uid}, ${projectId}, ${input.flow}, 'card', ${amount}, ${amount - input.amount}, ${fee}
          )
          returning id, uid`,
      )
      if (
        input.flow === 'mint' &&
        projectId !== null &&
        !(await reserveUnit(tx, fan.uid, projectId, payment.id))
      ) {
        return refuse('sold_out')
      }
      if (input.gift) await storeGift(tx, fan.uid, payment.id, input.gift)
      if (input.tip) await storeTipWords(tx, payment.id, input.tip)
      const charge: Charge = {
        paymentUid: payment.uid,
        total: amount + fee,
        paymentMethodId: input.paymentMethodId,
        email: fan.email,
        description: judged.value ? `${product}: ${judged.value.projectName}` : product,
      }
      await linkKey(tx, fan.uid, input.key, payment.id, charge)
      await enqueueJob(
        tx,
        'check-payment',
        { paymentId: payment.id },
        { jobKey: `check-payment:${payment.uid}`, runAt: new Date(Date.now() + CHECK_AFTER_MS) },
      )
      const wire = { ...payment, status: 'pending' as const, flow: input.flow, amount, fee }
      return ok({ kind: 'charge', payment: wire, charge })
    },
    SALE_CONSTRAINTS,
  )
}

/**
 * What a request does whose twin was cut off before its answer was stored. It may charge again only while that is the
 * same charge to the processor, which remembers an idempotency key for a day; afterwards, and once the payment is
 * settled, it only reports the payment's state.
 */
async function resume(
  tx: Tx,
  { language }: Fan,
  { paymentId, call }: Extract<Claim, { kind: 'resume' }>,
): Promise<StartedPayment> {
  const row = parseRow(
    v.object({ ...pendingPayment.entries, mayCharge: v.boolean() }),
    await tx`
      select id, uid, status, flow, amount, fee,
        status = 'pending' and created_at > now() - make_interval(secs => ${CHARGE_AGAIN_SECONDS}) as "mayCharge"
      from payments
      where id = ${paymentId}`,
  )
  if (!row) throw new Error(`payment ${paymentId} of an idempotency key is gone`)
  const { mayCharge, ...payment } = row
  if (mayCharge && call) return { kind: 'charge', payment, charge: v.parse(keptCharge, call) }
  const { id: _, ...wire } = payment
  const body =
    payment.status === 'failed'
      ? { data: { error: declineText('declined', language), code: 'card_declined' } }
      : { data: { payment: wire, action: null } }
  return { kind: 'replay', answer: { status: payment.status === 'failed' ? 402 : 200, body } }
}
