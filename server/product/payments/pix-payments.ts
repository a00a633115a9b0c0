/** Payments by PIX as the fan's own screens show them. */
import * as v from 'valibot'
import type { PaymentFlow } from '#domain/payment.ts'
import { parseRow, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import type { GiftOrder, TipOrder } from '../market/public.ts'
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

/** The newest payable code of a fan for a deposit or a project, for that very person; of that `amount` where one is given. */
export async function findOpenPix(
  sql: Sql | Tx,
  fanUid: string,
  order: {
    flow: PaymentFlow
    projectUid: string | null
    amount?: number
    gift?: GiftOrder | null
    tip?: TipOrder | null
  },
): Promise<PixPayment | null> {
  const { gift = null, tip = null, amount = null } = order
  const row = parseRow(
    pixPayment,
    await sql`
      ${columns(sql)}
      left join projects on projects.id = payments.project_id
      left join private.gifts on gifts.payment_id = payments.id
      left join private.tip_words on tip_words.payment_id = payments.id
      where payments.user_id = ${fanUid} and flow = ${order.flow} and method = 'pix'
        and payments.status = 'pending' and projects.uid is not distinct from ${order.projectUid}
        and (${amount}::bigint is null or (amount = ${amount} and tip = ${tip?.amount ?? 0}
          and coalesce(tip_words.words, '') = ${tip?.words ?? ''}))
        and (gifts.id is not null) = ${gift !== null}
        and (gifts.email, gifts.words) is not distinct from (${gift?.email ?? null}::text, ${gift?.words ?? null}::text)
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
    select payments.id, payments.uid, payments.status, flow, amount, fee, amount + fee as total, tip, br_code as "brCode",
      case when payments.status in ('failed-mint', 'failed-bided') then payments.failure end as failure,
      pix_charges.description, to_char(payments.created_at at time zone 'utc', ${INSTANT}) as "createdAt",
      to_char(expires_at at time zone 'utc', ${INSTANT}) as "expiresAt"
    from payments
    join private.pix_charges on payment_id = payments.id`
}
