/** The two halves of undoing a sale, whoever asks for it: the unit and the money. Parts of a larger transaction. */
import type { Tx } from '../db/sql.ts'
import { account, post } from '../ledger.ts'

/**
 * Puts a sold unit on sale again: at the fixed price while others have never been sold, otherwise to the best bid, by
 * whoever settles next. The caller has ended its token.
 */
export async function freeUnit(tx: Tx, token: { unitId: number; projectId: number }): Promise<void> {
  // Once every unit has been sold there is an auction, and it stays one.
  const [stock] = await tx<{ hasUnsold: boolean }[]>`
    select exists (
      select from units where project_id = ${token.projectId} and first_sold_at is null
    ) as "hasUnsold"`
  if (stock?.hasUnsold) {
    await tx`update units set mint_id = null, first_sold_at = null where id = ${token.unitId}`
  } else {
    await tx`update units set mint_id = null, freed_at = clock_timestamp() where id = ${token.unitId}`
    await tx`update market.state set unsettled = true where project_id = ${token.projectId}`
  }
}

/**
 * Author and platform give back what they were paid for a token, whose uid names the transfers: once, however often it
 * is called. `kind` is `refund` when the sale could not be made, `regret` when the fan undid it.
 */
export async function returnMoney(
  tx: Tx,
  kind: 'refund' | 'regret',
  token: { uid: string; fan: string; projectUid: string },
): Promise<void> {
  // In this order: a statement shows both legs as one movement, at the later one.
  const legs = await tx<{ kind: string; amount: number }[]>`
    select kind, amount
    from ledger.transfers
    where id in (${`sale:${token.uid}:author`}, ${`sale:${token.uid}:platform`})
    order by id`
  await post(
    tx,
    legs.map((leg) => ({
      id: `${kind}:${token.uid}:${leg.kind}`,
      kind,
      debit: leg.kind === 'sale_author' ? account.payable(token.projectUid) : account.revenue,
      credit: account.available(token.fan),
      amount: leg.amount,
    })),
  )
}
