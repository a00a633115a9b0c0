/** The two halves of undoing a sale, whoever asks for it: the unit and the money. Parts of a larger transaction. */
import type { Tx } from '../../platform/db/sql.ts'
import { account, type Entry, post } from '../../platform/ledger.ts'

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
    // Not before it was sold, although the clock may have stepped back since.
    await tx`
      update units
      set mint_id = null,
        freed_at = greatest(clock_timestamp(), (select created_at from mints where mints.id = units.mint_id))
      where id = ${token.unitId}`
    await tx`update market.state set unsettled = true where project_id = ${token.projectId}`
  }
}

export type ReturnedShares = { author: number; platform: number }

/**
 * Author and platform give back what they still have of a token's price, whose uid names the transfers: once, however
 * often it is called. `kind` is `refund` when the sale could not be made, `regret` when the fan undid it. Resolves with
 * what each gave.
 */
export async function returnMoney(
  tx: Tx,
  kind: 'refund' | 'regret',
  token: { uid: string; fan: string; projectUid: string },
): Promise<ReturnedShares> {
  const left = await sharesLeft(tx, token.uid)
  await post(tx, returnOf(kind, `${kind}:${token.uid}`, token, left))
  return left
}

/** The transfers by which both give `shares` back. `name` is theirs, with the share's own at its end. */
export function returnOf(
  kind: 'refund' | 'regret',
  name: string,
  { fan, projectUid }: { fan: string; projectUid: string },
  { author, platform }: ReturnedShares,
): Entry[] {
  // In this order: a statement shows both legs as one movement, at the later one.
  const legs = [
    { id: `${name}:sale_author`, debit: account.payable(projectUid), amount: author },
    { id: `${name}:sale_platform`, debit: account.revenue, amount: platform },
  ]
  return legs
    .filter(({ amount }) => amount > 0)
    .map((leg) => ({ ...leg, kind, credit: account.available(fan) }))
}

/** What author and platform were paid for a token, less what refunds have taken back of it already. */
export async function sharesLeft(tx: Tx, tokenUid: string): Promise<ReturnedShares> {
  const [row] = await tx<ReturnedShares[]>`
    select
      (coalesce((select amount from ledger.transfers where id = ${`sale:${tokenUid}:author`}), 0)
        - coalesce(sum(refunds.amount - platform_part), 0))::bigint as author,
      (coalesce((select amount from ledger.transfers where id = ${`sale:${tokenUid}:platform`}), 0)
        - coalesce(sum(platform_part), 0))::bigint as platform
    from mints
    left join private.refunds on refunds.payment_id = mints.payment_id and from_sale
    where mints.uid = ${tokenUid}`
  return row ?? { author: 0, platform: 0 }
}
