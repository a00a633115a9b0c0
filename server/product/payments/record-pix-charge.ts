/** Second half of a payment by PIX: stores the code that the provider created. It settles nothing. */

import type { Sql } from '../../platform/db/sql.ts'
import { withRetries } from '../../platform/db/transact.ts'
import { storeAnswer } from '../../platform/idempotency.ts'
import type { PixPaymentWire } from './contract.ts'
import { type PixPayment, pixWire } from './pix-payments.ts'

export async function recordPixCharge(
  sql: Sql,
  fanUid: string,
  key: string | null,
  payment: PixPayment,
  brCode: string,
): Promise<{ data: PixPaymentWire }> {
  return withRetries(sql, async (tx) => {
    await tx`update private.pix_charges set br_code = ${brCode} where payment_id = ${payment.id}`
    const body = { data: { ...pixWire(payment), brCode } }
    await storeAnswer(tx, fanUid, key, { status: 200, body })
    return body
  })
}
