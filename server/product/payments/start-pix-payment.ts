/**
 * First half of a payment by PIX: stores the payment, when its code expires, and the reserved unit, before the
 * provider is called. A payable code of the same order is returned again instead of a second one.
 */
import * as v from 'valibot'
import { pixFee } from '#domain/fee.ts'
import { PIX_SECONDS } from '#domain/pix.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import { parseRow, rowId } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { claimKey, linkKey, type StoredAnswer } from '../../platform/idempotency.ts'
import type { Fan } from '../api/check-account.ts'
import {
  judgeOrder,
  type Order,
  paidBy,
  reserveUnit,
  SALE_CONSTRAINTS,
  storeGift,
  storeTipWords,
} from '../market/public.ts'
import { enqueueJob } from '../outbox.ts'
import { findOpenPix, findPixById, type PixPayment, pixWire } from './pix-payments.ts'

export type StartPixPayment = Order & { key: string | null; requestHash: string }

export type StartedPix =
  | { kind: 'charge'; payment: PixPayment }
  /** This very call was answered before, or its code has expired since. */
  | { kind: 'replay'; answer: StoredAnswer }

/** A payment of the last second has this long to be reported; later reports still count. */
const PATIENCE_SECONDS = 5

export async function startPixPayment(
  ctx: Pick<ServerContext, 'sql' | 'env'>,
  fan: Fan,
  input: StartPixPayment,
): Promise<Result<StartedPix>> {
  const { PRODUCT_NAME: product } = ctx.env
  return transact<StartedPix>(
    ctx.sql,
    async (tx) => {
      const claim = await claimKey(tx, fan.uid, input.key, input.requestHash)
      if (claim.kind === 'mismatch') return refuse('key_reused')
      if (claim.kind === 'replay') return ok({ kind: 'replay', answer: claim.answer })
      if (claim.kind === 'resume') {
        const payment = await findPixById(tx, claim.paymentId)
        if (!payment) throw new Error(`payment ${claim.paymentId} of an idempotency key is gone`)
        const payable = payment.status === 'pending' && Date.parse(payment.expiresAt) > Date.now()
        if (payable) return ok({ kind: 'charge', payment })
        return ok({ kind: 'replay', answer: { status: 200, body: { data: pixWire(payment) } } })
      }
      // Two tabs of one fan take turns from here on, so that the second finds the first one's code.
      await tx`select pg_advisory_xact_lock(hashtextextended(${`pix:${fan.uid}`}, 0))`
      const open = await findOpenPix(tx, fan.uid, { ...input, amount: paidBy(input) })
      if (open) {
        await linkKey(tx, fan.uid, input.key, open.id)
        return ok({ kind: 'charge', payment: open })
      }

      const judged = await judgeOrder(tx, fan.uid, input)
      if (!judged.ok) return judged
      const projectId = judged.value?.projectId ?? null
      const description = judged.value ? `${product}: ${judged.value.projectName}` : product
      const written = await writePayment(tx, fan.uid, input, { projectId, description })
      const payment = written ? await findPixById(tx, written.id) : null
      if (!payment) throw new Error('insert into payments returned no row')
      if (
        input.flow === 'mint' &&
        projectId !== null &&
        !(await reserveUnit(tx, fan.uid, projectId, payment.id))
      ) {
        return refuse('sold_out')
      }
      if (input.gift) await storeGift(tx, fan.uid, payment.id, input.gift)
      if (input.tip) await storeTipWords(tx, payment.id, input.tip)
      await linkKey(tx, fan.uid, input.key, payment.id)
      await enqueueJob(
        tx,
        'check-pix-payment',
        { paymentId: payment.id },
        {
          jobKey: `check-pix-payment:${payment.uid}`,
          runAt: new Date(Date.parse(payment.expiresAt) + PATIENCE_SECONDS * 1000),
        },
      )
      return ok({ kind: 'charge', payment })
    },
    SALE_CONSTRAINTS,
  )
}

/** The payment and its code to be, which expires from now on; resolves with the payment. */
async function writePayment(
  tx: Tx,
  fanUid: string,
  input: StartPixPayment,
  { projectId, description }: { projectId: number | null; description: string },
): Promise<{ id: number } | undefined> {
  const amount = paidBy(input)
  return parseRow(
    v.object({ id: rowId }),
    await tx`
      with payment as (
        insert into payments (uid, user_id, project_id, flow, method, amount, tip, fee)
        values (
          coalesce(private.uid_of_key(${fanUid}, ${input.key}), gen_random_uuid()), ${fanUid}, ${projectId},
          ${input.flow}, 'pix', ${amount}, ${amount - input.amount}, ${pixFee(amount)}
        )
        returning id
      )
      insert into private.pix_charges (payment_id, expires_at, description)
      select id, clock_timestamp() + make_interval(secs => ${PIX_SECONDS}), ${description} from payment
      returning payment_id as id`,
  )
}
