/** A payment, locked until the transaction ends: settling reads it here, once. */
import * as v from 'valibot'
import { PAYMENT_FLOWS, PAYMENT_METHODS, PAYMENT_STATUSES } from '#domain/payment.ts'
import { centavos, parseRow, rowId } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'

const lockedPayment = v.object({
  id: rowId,
  uid: v.string(),
  flow: v.picklist(PAYMENT_FLOWS),
  method: v.picklist(PAYMENT_METHODS),
  status: v.picklist(PAYMENT_STATUSES),
  amount: centavos,
  fee: centavos,
  /** The provider's id of the charge, or of the transfer that paid it. */
  intentId: v.nullable(v.string()),
  projectId: v.nullable(rowId),
  fanUid: v.string(),
  wallet: v.nullable(v.string()),
  isErased: v.boolean(),
  /** When its code expires; null unless it is paid by PIX. */
  expiresAt: v.nullable(v.date()),
})
export type LockedPayment = v.InferOutput<typeof lockedPayment>

/**
 * Undefined where there is none. Nobody else settles it meanwhile, and its payer is not erased. What it pays for is locked before it:
 * the project, which a pause or a close would wait for, and its market.
 */
export async function lockPayment(
  tx: Tx,
  by: { id: number } | { uid: string | null },
): Promise<LockedPayment | undefined> {
  const named = 'id' in by ? tx`payments.id = ${by.id}` : tx`payments.uid = ${by.uid}`
  await tx`
    select market.lock(array(
      select id from projects where id = (select project_id from payments where ${named}) for share
    ))`
  return parseRow(
    lockedPayment,
    await tx`
      select payments.id, payments.uid, flow, method, status, amount, fee, intent_id as "intentId",
        project_id as "projectId", users.uid as "fanUid", users.wallet, erased_at is not null as "isErased",
        expires_at as "expiresAt"
      from payments
      join users on users.uid = payments.user_id
      left join private.pix_charges on payment_id = payments.id
      where ${named}
      for update of payments for key share of users`,
  )
}

/** The amount requested from the payer, in centavos. */
export const totalOf = ({ amount, fee }: LockedPayment): number => amount + fee

/**
 * True when the money of a payment arrived only after its payer had been erased: it is booked nowhere, and the
 * operator returns it.
 */
export const isPayerGone = ({ isErased, status }: LockedPayment): boolean =>
  isErased && (status === 'pending' || status === 'failed')
