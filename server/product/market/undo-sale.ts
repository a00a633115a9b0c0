/** The two halves of undoing a sale, whoever requests it: the unit and the money. Parts of a larger transaction. */
import * as v from 'valibot'
import { centavos, parseSoleRow } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { account, type Entry, post } from '../../platform/ledger.ts'

/**
 * Puts a sold unit on sale again: at the fixed price while others have never been sold, otherwise to the best bid, by
 * the next settlement. The caller has ended its token.
 */
export async function freeUnit(tx: Tx, token: { unitId: number; projectId: number }): Promise<void> {
  // Once every unit has been sold there is an auction, and it stays one.
  const stock = parseSoleRow(
    v.object({ hasUnsold: v.boolean() }),
    await tx`
      select exists (
        select from units where project_id = ${token.projectId} and first_sold_at is null
      ) as "hasUnsold"`,
  )
  if (stock.hasUnsold) {
    await tx`update units set mint_id = null, first_sold_at = null where id = ${token.unitId}`
  } else {
    // Not before it was sold, although the clock may have been set back since.
    await tx`
      update units
      set mint_id = null,
        freed_at = greatest(clock_timestamp(), (select created_at from mints where mints.id = units.mint_id))
      where id = ${token.unitId}`
    await tx`update market.state set unsettled = true where project_id = ${token.projectId}`
  }
}

const returnedShares = v.object({ author: centavos, platform: centavos })
export type ReturnedShares = v.InferOutput<typeof returnedShares>

/**
 * Artist and platform return what they still have of a token's price, whose uid names the transfers: once, however
 * often it is called. `kind` is `refund` when the sale could not be made, `regret` when the fan cancelled it.
 * Resolves with what each returned.
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

/** The transfers by which both return `shares`. `name` is their prefix, followed by the share's own name. */
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

/** What artist and platform were paid for a token, less what refunds have already taken back. */
export async function sharesLeft(tx: Tx, tokenUid: string): Promise<ReturnedShares> {
  return parseSoleRow(
    returnedShares,
    await tx`
      select
        (coalesce((select amount from ledger.transfers where id = ${`sale:${tokenUid}:author`}), 0)
          - coalesce(sum(refunds.amount - platform_part), 0))::bigint as author,
        (coalesce((select amount from ledger.transfers where id = ${`sale:${tokenUid}:platform`}), 0)
          - coalesce(sum(platform_part), 0))::bigint as platform
      from mints
      left join private.refunds on refunds.payment_id = mints.payment_id and from_sale
      where mints.uid = ${tokenUid}`,
  )
}
