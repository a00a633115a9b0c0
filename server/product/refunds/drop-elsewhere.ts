/** Ends what was taken for a refund that nobody asked for here. */
import type { Tx } from '../../platform/db/sql.ts'

/** It has not left after all, or is one that was asked for here: nothing of it was booked, and nobody decides about it any more. */
export async function dropElsewhere(tx: Tx, providerId: string, failure: string | null): Promise<void> {
  await tx`
    with dropped as (
      update private.refunds
      set status = 'rejected', provider_id = null, failure = ${failure}, ended_at = clock_timestamp()
      where provider_id = ${providerId} and made_elsewhere and status = 'requested'
      returning uid
    )
    update private.money_decisions set status = 'rejected', ended_at = clock_timestamp()
    where subject in (select uid from dropped) and status = 'requested'`
}
