/** Payments by PIX as the fan's own screens show them. */
import * as v from 'valibot'
import type { PaymentFlow } from '#domain/payment.ts'
import { parseRow, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { type PixPaymentWire, pixPaymentWire } from './contract.ts'

/** A code that expires sooner than this is not offered again: nobody can pay it in time. */
const TOO_SHORT_SECONDS = 20

/** `description`: what the payer's bank shows. */
const pixPayment = v.object({ ...pixPaymentWire.entries, id: rowId, description: v.string() })
export type PixPayment = v.InferOutput<typeof pixPayment>

/** A fan's own payment by PIX; null when it is not theirs. */
export async function findPix(sql: Sql | Tx, fanUid: string, uid: string): Promise<PixPayment | null> {
  const row = parseRow(
    pixPayment,
    await sql`
      ${columns(sql)}
      where payments.uid = ${uid} and payments.user_id = ${fanUid}`,
  )
  return row ?? null
}

export async function findPixById(sql: Sql | Tx, paymentId: number): Promise<PixPayment | null> {
  const row = parseRow(pixPayment, await sql`${columns(sql)} where payments.id = ${paymentId}`)
  return row ?? null
}

/** The newest payable code of a fan for a deposit or a project; of that very `amount` where one is given. */
export async function findOpenPix(
  sql: Sql | Tx,
  fanUid: string,
  order: { flow: PaymentFlow; projectUid: string | null; amount?: number },
): Promise<PixPayment | null> {
  const row = parseRow(
    pixPayment,
    await sql`
      ${columns(sql)}
      left join projects on projects.id = payments.project_id
      where payments.user_id = ${fanUid} and flow = ${order.flow} and method = 'pix' and status = 'pending'
        and projects.uid is not distinct from ${order.projectUid}
        and (${order.amount ?? null}::bigint is null or amount = ${order.amount ?? null})
        and expires_at > clock_timestamp() + make_interval(secs => ${TOO_SHORT_SECONDS})
      order by payments.id desc
      limit 1`,
  )
  return row ?? null
}

export function pixWire({ id: _id, description: _description, ...wire }: PixPayment): PixPaymentWire {
  return wire
}

const INSTANT = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'

function columns(sql: Sql | Tx) {
  return sql`
    select payments.id, payments.uid, status, flow, amount, fee, amount + fee as total, br_code as "brCode",
      pix_charges.description, to_char(payments.created_at at time zone 'utc', ${INSTANT}) as "createdAt",
      to_char(expires_at at time zone 'utc', ${INSTANT}) as "expiresAt"
    from payments
    join private.pix_charges on payment_id = payments.id`
}
