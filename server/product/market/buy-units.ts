/** Units of the first lot bought with wallet money, any number in one round trip. */
import * as v from 'valibot'
import type { Refusal } from '#domain/refusal.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { parseRows, parseSoleRow, refusalOrNull, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { again } from '../../platform/db/transact.ts'
import { type Batcher, createBatcher } from './batcher.ts'
import { type PaymentWire, paymentWire } from './contract.ts'
import type { GiftOrder } from './gift-order.ts'
import { SALE_CONSTRAINTS } from './judge-order.ts'
import type { TipOrder } from './tip-order.ts'

type PurchaseRequest = {
  fanUid: string
  projectUid: string
  gift: GiftOrder | null
  tip: TipOrder | null
  /** The caller's idempotency key, with the hash of its request. */
  key: string | null
  requestHash: string
}

export type PurchaseBatcher = Batcher<PurchaseRequest, Result<PaymentWire>>

const verdict = v.object({ refusal: refusalOrNull, answer: v.nullable(paymentWire) })

/** The database's errors when it is the last to notice: two processes. */
const CONSTRAINTS: Readonly<Record<string, Refusal>> = {
  ...SALE_CONSTRAINTS,
  mints_one_per_fan: 'already_owned',
  gifts_one_waiting: 'gift_waiting',
  no_overdraft: 'insufficient_balance',
}

/** `sql` has one connection of its own. */
export function createPurchaseBatcher(sql: Sql): PurchaseBatcher {
  return createBatcher({
    decide: (requests) => buyUnits(sql, requests),
    // However an address is spelt: gifts that we write to somebody of take turns.
    marksOf: ({ fanUid, gift }) => (gift?.email ? [fanUid, 'mailed gift'] : [fanUid]),
    constraints: CONSTRAINTS,
    refuse,
  })
}

/** One call for purchases by different fans, with the answers in their order. */
async function buyUnits(sql: Sql, purchases: PurchaseRequest[]): Promise<Result<PaymentWire>[]> {
  const requests = purchases.map(({ fanUid, projectUid, gift, tip, key, requestHash }, ordinal) => ({
    ordinal,
    fan: fanUid,
    project: projectUid,
    gift,
    tip,
    key,
    hash: requestHash,
  }))
  const rows = await again(async () =>
    parseRows(
      verdict,
      await sql`
        select refusal, answer from market.buy_units(${JSON.stringify(requests)}::text::jsonb) order by ordinal`,
    ),
  )
  return rows.map(({ refusal, answer }) => {
    if (answer) return ok(answer)
    if (refusal) return refuse(refusal)
    throw new Error('market.buy_units answered neither a payment nor a refusal')
  })
}

/** Sells a unit for a payment whose money is in the wallet; resolves with false when none is left for it. */
export async function sellPaid(tx: Tx, paymentId: number): Promise<boolean> {
  const sold = v.object({ mint: v.nullable(rowId) })
  return parseSoleRow(sold, await tx`select market.sell_paid(${paymentId}) as mint`).mint !== null
}
