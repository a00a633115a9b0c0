/**
 * The bid batcher: bids placed with wallet money, any number in one round trip. A bid is sent to the database at once
 * while fewer than two calls are in progress; otherwise arrivals queue and go together in the next. There is no
 * timer. Calls share one connection, so the database takes them in order, and never waits for us between two of them.
 * Answers are sent only after the commit.
 */
import * as v from 'valibot'
import { REFUSALS, type Refusal } from '#domain/refusal.ts'
import { parseRows } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { isTryAgain, TRIES } from '../../platform/db/transact.ts'
import type { TokenSession } from '../../platform/http/access-token.ts'
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

export type BidBatcher = { place: (bid: BidRequest) => Promise<BidAnswer> }

const verdict = v.object({
  refusal: v.nullable(v.picklist(REFUSALS)),
  language: v.picklist(['pt', 'en']),
  answer: v.nullable(paymentWire),
})
type Verdict = v.InferOutput<typeof verdict>
type Waiting = { bid: BidRequest; resolve: (answer: BidAnswer) => void; reject: (fault: unknown) => void }

/** More would make the first of a call wait for the last, without any gain. */
const MOST_IN_ONE_CALL = 128

/** The database's errors when it is the last to notice: two processes, or a key used elsewhere at once. */
const CONSTRAINTS: Readonly<Record<string, Refusal>> = {
  bids_amount_taken: 'bid_amount_taken',
  bids_one_standing: 'bid_already_active',
  mints_one_per_fan: 'already_owned',
  no_overdraft: 'bid_exceeds_balance',
  idempotency_keys_pkey: 'key_reused',
}

/** One being committed, one on its way behind it. */
const CALLS_UNDER_WAY = 2

/**
 * `sql` has one connection of its own.
 */
export function createBidBatcher(sql: Sql): BidBatcher {
  let queue: Waiting[] = []
  let calls = 0
  let bidsInCalls = 0

  function run(): void {
    while (queue.length > 0 && isWorthACall()) {
      const batch = takeBatch(queue)
      queue = queue.slice(batch.length)
      calls++
      bidsInCalls += batch.length
      void settle(batch).finally(() => {
        calls--
        bidsInCalls -= batch.length
        run()
      })
    }
  }

  /** A smaller call behind a larger one would leave the database idle while most are being answered. */
  const isWorthACall = () => calls < CALLS_UNDER_WAY && queue.length >= bidsInCalls

  async function settle(batch: Waiting[]): Promise<void> {
    try {
      const rows = await placeBids(
        sql,
        batch.map(({ bid }) => bid),
      )
      for (const [index, waiting] of batch.entries()) waiting.resolve(read(rows[index]))
    } catch (fault) {
      const refusal = CONSTRAINTS[(fault as { constraint_name?: string }).constraint_name ?? '']
      if (!refusal) for (const waiting of batch) waiting.reject(fault)
      else if (batch.length > 1) for (const waiting of batch) await settle([waiting])
      else batch[0]?.resolve({ ok: false, refusal, language: 'pt' })
    }
  }

  return {
    place(bid) {
      return new Promise((resolve, reject) => {
        queue.push({ bid, resolve, reject })
        run()
      })
    },
  }
}

/**
 * The longest run from the front in which no bid depends on an earlier one: no fan twice, no amount of a project
 * twice. What follows waits for the next call and finds the earlier ones done.
 */
export function takeBatch<Item extends { bid: BidRequest }>(queue: readonly Item[]): Item[] {
  const seen = new Set<string>()
  const batch: Item[] = []
  for (const item of queue) {
    const { fanUid, projectUid, amount } = item.bid
    const marks = [fanUid, `${projectUid} ${amount}`]
    if (batch.length === MOST_IN_ONE_CALL || marks.some((mark) => seen.has(mark))) break
    for (const mark of marks) seen.add(mark)
    batch.push(item)
  }
  return batch
}

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
  for (let attempt = 1; ; attempt++) {
    try {
      return parseRows(
        verdict,
        await sql`
          select refusal, language, answer
          from market.place_bids(${JSON.stringify(requests)}::text::jsonb)`,
      )
    } catch (fault) {
      // Inside a transaction only its owner can retry.
      if ('savepoint' in sql || !isTryAgain(fault) || attempt >= TRIES) throw fault
    }
  }
}

function read(row: Verdict | undefined): BidAnswer {
  if (row?.answer) return { ok: true, payment: row.answer }
  if (row?.refusal) return { ok: false, refusal: row.refusal, language: row.language }
  throw new Error('market.place_bids answered neither a payment nor a refusal')
}
