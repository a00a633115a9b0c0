/** The two halves of undoing a sale, whoever requests it: the unit and the money. Parts of a larger transaction. */
import * as v from 'valibot'
import { centavos, parseSoleRow } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { account, post } from '../ledger/ledger.ts'

/**
 * Puts a sold unit on sale again: at the fixed price while others have never been sold, otherwise to the best bid, by
 * the next settlement. The caller has ended its token.
 */
export async function freeUnit(tx: Tx, unitId: number): Promise<void> {
  await tx`select market.free_unit(${unitId})`
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
  await returnShares(tx, { kind, name: `${kind}:${token.uid}` }, token, left)
  return left
}

/**
 * Both return `shares` to whoever paid. `name` is the transfers' prefix, followed by the share's own name. Of a sale that several
 * people share, each gives their part back first: of what they got, or with `atHand` only of what is still there.
 */
export async function returnShares(
  tx: Tx,
  { kind, name, atHand = false }: { kind: 'refund' | 'regret'; name: string; atHand?: boolean },
  { uid, fan, projectUid }: { uid: string; fan: string; projectUid: string },
  { author, platform }: ReturnedShares,
): Promise<void> {
  await tx`select market.gather_shares(${uid}, ${`${name}:sale_author`}, ${author}, ${atHand})`
  // In this order: a statement shows both legs as one movement, at the later one.
  const legs = [
    { id: `${name}:sale_author`, debit: account.payable(projectUid), amount: author },
    { id: `${name}:sale_platform`, debit: account.revenue, amount: platform },
  ]
  await post(
    tx,
    legs.filter(({ amount }) => amount > 0).map((leg) => ({ ...leg, kind, credit: account.available(fan) })),
  )
}

/** What artist (with the tip) and platform were paid for a token, less what refunds have already taken back. */
export async function sharesLeft(tx: Tx, tokenUid: string): Promise<ReturnedShares> {
  return parseSoleRow(
    returnedShares,
    await tx`
      select
        (coalesce((select amount from ledger.transfers where id = ${`sale:${tokenUid}:author`}), 0)
          + coalesce((select amount from ledger.transfers where id = ${`sale:${tokenUid}:tip`}), 0)
          - coalesce(sum(refunds.amount - platform_part), 0))::bigint as author,
        (coalesce((select amount from ledger.transfers where id = ${`sale:${tokenUid}:platform`}), 0)
          - coalesce(sum(platform_part), 0))::bigint as platform
      from mints
      left join private.refunds on refunds.payment_id = mints.payment_id and from_sale
      where mints.uid = ${tokenUid}`,
  )
}
