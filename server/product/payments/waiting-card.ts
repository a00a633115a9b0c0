/**
 * A payment by card whose bank asks its payer to confirm it, after the page that began it is gone: the payer goes on with that
 * same payment, or gives it up, and is never charged by a second one for it.
 */
import * as v from 'valibot'
import type { PaymentFlow } from '#domain/payment.ts'
import { RESERVATION_SECONDS } from '#domain/project.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import { parseRow, rowId } from '../../platform/db/rows.ts'
import { applyIntentReport, pendingPayment } from './check-payment.ts'
import { type WaitingCardWire, waitingCardWire } from './contract.ts'

const { clientSecret: _secret, total, isGift, ...ofPayment } = waitingCardWire.entries
const waitingRow = v.object({ ...ofPayment, total, isGift, intentId: v.string() })
const ownRow = v.object({ ...ofPayment, id: rowId })

/** The newest one of a fan for a deposit (`projectUid` null) or a project, while it still has what it is for set aside. */
export async function findWaitingCard(
  { sql, cards, log }: Pick<ServerContext, 'sql' | 'cards' | 'log'>,
  fanUid: string,
  { flow, projectUid }: { flow: PaymentFlow; projectUid: string | null },
): Promise<Result<WaitingCardWire | null>> {
  const row = parseRow(
    waitingRow,
    await sql`
      select payments.uid, payments.status, flow, amount, fee, amount + fee as total, payments.is_gift as "isGift",
        intent_id as "intentId"
      from payments
      left join projects on projects.id = payments.project_id
      where payments.user_id = ${fanUid} and flow = ${flow} and method = 'card' and payments.status = 'pending'
        and intent_id is not null and projects.uid is not distinct from ${projectUid}
        and payments.created_at > clock_timestamp() - make_interval(secs => ${RESERVATION_SECONDS})
      order by payments.id desc
      limit 1`,
  )
  if (!row) return ok(null)
  const { intentId, ...wire } = row
  try {
    const clientSecret = await cards.openQuestion(intentId)
    return ok(clientSecret === null ? null : { ...wire, clientSecret })
  } catch (fault) {
    log.error({ err: fault, payment: row.uid }, 'the card processor did not say how a payment stands')
    return refuse('payment_unavailable')
  }
}

/** Resolves with the payment as it then is. */
export async function giveUpCard(
  ctx: Pick<ServerContext, 'sql' | 'cards' | 'log'>,
  fanUid: string,
  uid: string,
): Promise<Result<Omit<v.InferOutput<typeof ownRow>, 'id'>>> {
  const own = async () =>
    parseRow(
      ownRow,
      await ctx.sql`
        select id, uid, status, flow, amount, fee from payments
        where uid = ${uid} and user_id = ${fanUid} and method = 'card'`,
    )
  const payment = await own()
  if (!payment) return refuse('not_found')
  try {
    const pending = await pendingPayment(ctx, payment.id)
    if (pending?.intentId)
      await applyIntentReport(ctx, payment.id, await ctx.cards.cancelIntent(pending.intentId))
  } catch (fault) {
    ctx.log.error({ err: fault, payment: uid }, 'the card processor did not withdraw a payment')
    return refuse('payment_unavailable')
  }
  const { id: _id, ...wire } = (await own()) ?? payment
  return ok(wire)
}
