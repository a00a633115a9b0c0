/** Bids placed with wallet money, any number in one round trip. */
import * as v from 'valibot'
import type { Refusal } from '#domain/refusal.ts'
import { parseRows, refusalOrNull } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { again } from '../../platform/db/transact.ts'
import type { TokenSession } from '../../platform/http/access-token.ts'
import { type Batcher, createBatcher } from './batcher.ts'
import { type PaymentWire, paymentWire } from './contract.ts'

export type BidRequest = {
  fanUid: string
  projectUid: string
  /** Centavos. */
  amount: number
  /** The caller's idempotency key, with the hash of its request. */
  key: string | null
  requestHash: string
  /** Judged with the bid; absent where the product itself places what was paid for before. */
  session?: TokenSession
}

export type BidAnswer =
  | { ok: true; payment: PaymentWire }
  | { ok: false; refusal: Refusal; language: 'pt' | 'en' }

export type BidBatcher = Batcher<BidRequest, BidAnswer>

const verdict = v.object({
  refusal: refusalOrNull,
  language: v.picklist(['pt', 'en']),
  answer: v.nullable(paymentWire),
})
type Verdict = v.InferOutput<typeof verdict>
/** The database's errors when it is the last to notice: two processes, or a key used elsewhere at once. */
const CONSTRAINTS: Readonly<Record<string, Refusal>> = {
  bids_amount_taken: 'bid_amount_taken',
  bids_one_standing: 'bid_already_active',
  mints_one_per_fan: 'already_owned',
  no_overdraft: 'bid_exceeds_balance',
  payments_uid_key: 'key_reused',
}

/** `sql` has one connection of its own. */
export function createBidBatcher(sql: Sql): BidBatcher {
  return createBatcher({
    decide: async (bids) => (await placeBids(sql, bids)).map(read),
    marksOf: bidMarks,
    constraints: CONSTRAINTS,
    refuse: (refusal) => ({ ok: false, refusal, language: 'pt' }),
  })
}

/** No fan twice in one call, and no amount of a project twice. */
export const bidMarks = ({ fanUid, projectUid, amount }: BidRequest): string[] => [
  fanUid,
  `${projectUid} ${amount}`,
]

/**
 * One call for bids that do not depend on each other, with the answers in their order. `payment` is the row of a card
 * payment credited in the same transaction; an `unpaid` bid is only judged, and gets neither payment nor refusal when
 * it would be accepted.
 */
export async function placeBids(
  sql: Sql | Tx,
  bids: (BidRequest & { payment?: number; unpaid?: true })[],
): Promise<Verdict[]> {
  const requests = bids.map((bid, ordinal) => ({
    ordinal,
    fan: bid.fanUid,
    session: bid.session?.id,
    level: bid.session?.level,
    project: bid.projectUid,
    amount: bid.amount,
    key: bid.key,
    hash: bid.requestHash,
    payment: bid.payment,
    unpaid: bid.unpaid,
  }))
  const ask = async () =>
    parseRows(
      verdict,
      await sql`
        select refusal, language, answer
        from market.place_bids(${JSON.stringify(requests)}::text::jsonb)`,
    )
  // Inside a transaction only its owner can try again.
  return 'savepoint' in sql ? ask() : again(ask)
}

function read(row: Verdict): BidAnswer {
  if (row.answer) return { ok: true, payment: row.answer }
  if (row.refusal) return { ok: false, refusal: row.refusal, language: row.language }
  throw new Error('market.place_bids answered neither a payment nor a refusal')
}
