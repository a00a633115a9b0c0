/**
 * Money of the wallet that a refund is to send to a card is held while it waits for its second person: nobody spends or
 * withdraws it meanwhile. Carrying it out frees it first, so that what came between, such as a debt, counts as ever.
 */
import type { Tx } from '../../platform/db/sql.ts'
import { lockTokenOf } from '../access/public.ts'
import { hold } from '../ledger/ledger.ts'
import { type OpenRefund, standingShares } from './carry-out-refund.ts'

/** The caller holds the locks of market, payment and refund. Throws `no_overdraft` where it is not there. */
export async function holdRefund(tx: Tx, refund: OpenRefund): Promise<void> {
  const { uid, paymentId, fan, amount, destination, isErased } = refund
  if (destination !== 'card' || isErased) return
  const token = await lockTokenOf(tx, paymentId)
  // The money of a sale is with artist and platform.
  if (token && (await standingShares(tx, token)) > 0) return
  await hold(tx, { id: `refund:${uid}`, fan, amount, reason: 'refund' })
}
