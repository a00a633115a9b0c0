/** The one way to a payment's status: `private.payments_become`. */
import * as v from 'valibot'
import type { PaymentStatus } from '#domain/payment.ts'
import { centavos, parseRows } from '../platform/db/rows.ts'
import type { Fragment, Tx } from '../platform/db/sql.ts'

const changedRow = v.object({ amount: centavos, fan: v.string() })

/**
 * Has the payments whose ids `which` selects become `status`, and resolves with those that do: none of which it has been said before,
 * or to which something else came first.
 */
export async function paymentsBecome(
  tx: Tx,
  which: Fragment,
  status: PaymentStatus,
  failure: string | null = null,
): Promise<v.InferOutput<typeof changedRow>[]> {
  return parseRows(
    changedRow,
    await tx`
      with changed as (select private.payments_become(array(${which}), ${status}, ${failure}) as id)
      select amount, user_id as fan from changed join payments using (id)`,
  )
}
