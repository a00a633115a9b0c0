/**
 * Many concurrent bids have no predictable order. Accepted ones are applied in the order of the public log, and must
 * be acceptable in that order; refused ones must have been refusable for that very reason at some moment in between.
 */
import type { Refusal } from '#domain/refusal.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import type { Answer } from './calls.ts'
import { perform } from './model.ts'
import type { Names } from './names.ts'
import { settleBeforeBid } from './settlement.ts'
import { type Market, refuse } from './state.ts'
import type { BidStep, Step } from './steps.ts'
import { judgeBid, judgeFan } from './trade.ts'

export async function takeOverBurst(
  sql: Sql,
  market: Market,
  names: Names,
  { project, bids }: Step & { kind: 'burst' },
  answers: Answer[],
): Promise<void> {
  const accepted = new Map<string, BidStep>()
  const refused: { bid: BidStep; code: Refusal | undefined; possible: Set<Refusal | null> }[] = []
  for (const [index, bid] of bids.entries()) {
    const { status, data } = answers[index] as Answer
    if (status !== 200) refused.push({ bid, code: data.code, possible: new Set() })
    else if (!data.payment || accepted.has(data.payment.uid)) throw new Error('two bids share a payment')
    else accepted.set(data.payment.uid, bid)
  }

  settleBeforeBid(market, project)
  const foresee = () => {
    for (const { bid, possible } of refused) {
      possible.add(judgeFan(bid.fan) ?? judgeBid(market, bid.fan, project, bid.amount))
    }
  }
  foresee()
  for (const uid of await inOrderOfLog(sql, [...accepted.keys()])) {
    const bid = accepted.get(uid) as BidStep
    const outcome = perform(market, bid)
    if (!outcome.ok || !outcome.payment) {
      throw new Error(`a bid of ${bid.amount} was accepted; the model says ${JSON.stringify(outcome)}`)
    }
    names.addPayment(outcome.payment, uid)
    foresee()
  }
  for (const { bid, code, possible } of refused) {
    if (!code || !possible.has(code)) {
      const reasons = [...possible].map((reason) => reason ?? 'accepted').join(', ')
      throw new Error(`a bid of ${bid.amount} was refused with ${code}; it could have been: ${reasons}`)
    }
    refuse(market, code)
  }
}

async function inOrderOfLog(sql: Sql, payments: string[]): Promise<string[]> {
  const rows = await sql<{ uid: string }[]>`
    select payments.uid
    from payments
    join bids on bids.payment_id = payments.id
    join market.log on log.project_id = bids.project_id
      and body::json ->> 'kind' = 'bid' and (body::json ->> 'bid')::bigint = bids.id
    where payments.uid = any (${payments}::uuid[])
    order by seq`
  if (rows.length !== payments.length) throw new Error('an accepted bid is not in the log, or is there twice')
  return rows.map(({ uid }) => uid)
}
