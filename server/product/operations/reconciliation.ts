/** The ledger's side of a comparison. Amounts are centavos. */
import * as v from 'valibot'
import { centavos, parseRows } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'

/**
 * What was booked for payments by card or PIX, fee included: those created between the two instants, and those named.
 * Payments that are not ours are left out, as are those created after `until`, whose webhook may still be on its way.
 */
export async function bookedBy(
  method: 'card' | 'pix',
  sql: Sql,
  { since, until }: { since: Date; until: Date },
  named: string[] = [],
): Promise<{ booked: Map<string, number>; tooNew: Set<string> }> {
  const rows = parseRows(
    v.object({ uid: v.string(), booked: centavos, isNew: v.boolean() }),
    await sql`
      select uid, created_at > ${until} as "isNew", coalesce((
        select sum(amount) from ledger.transfers where id in ('deposit:' || uid, method || '_fee:' || uid)
      ), 0)::bigint + coalesce((
        -- What does not fit the payment is booked beside it, whatever became of it later.
        select sum(amount) from private.unmatched_money
        where payment_id = payments.id and unmatched_money.status <> 'matched'
      ), 0)::bigint as booked
      from payments
      where method = ${method} and (created_at between ${since} and ${until} or uid = any(${named}::uuid[]))`,
  )
  return {
    booked: new Map(rows.filter(({ isNew }) => !isNew).map(({ uid, booked }) => [uid, booked])),
    tooNew: new Set(rows.filter(({ isNew }) => isNew).map(({ uid }) => uid)),
  }
}

/**
 * What was booked as returned to cards, by the processor's ids of refunds and disputes: those of the period, and
 * those named. Changes after `until` may still be on their way (`tooNew`); of what is not booked some belong to our
 * own charges (`unbooked`), the rest to somebody else's.
 */
export async function returnedByCard(
  sql: Sql,
  { since, until }: { since: Date; until: Date },
  named: readonly { id: string; intentId: string | null }[],
): Promise<{ booked: Map<string, number>; tooNew: Set<string>; unbooked: Set<string> }> {
  const rows = parseRows(
    v.object({ id: v.string(), booked: centavos, isNew: v.boolean() }),
    await sql`
      with returns as (
        select provider_id as id, created_at as began, coalesce(ended_at, created_at) as moved,
          array['card_refund:' || uid || ':done'] as outward,
          -- One that failed before it was done never left.
          array['card_refund:' || uid || ':back', 'card_refund:' || uid || ':house_back'] as inward
        from private.refunds
        where provider_id is not null
        union all
        select provider_id, opened_at, coalesce(ended_at, opened_at),
          array['dispute:' || uid || ':fan', 'dispute:' || uid || ':house'],
          array['dispute:' || uid || ':won', 'dispute:' || uid || ':unclaimed', 'dispute:' || uid || ':house_won']
        from private.disputes
      )
      select id, moved > ${until} as "isNew", (
        coalesce((select sum(amount) from ledger.transfers where transfers.id = any (outward)), 0)
        - coalesce((
          select sum(amount) from ledger.transfers
          where transfers.id = any (inward) and exists (select from ledger.transfers out where out.id = any (outward))
        ), 0)
      )::bigint as booked
      from returns
      where began between ${since} and ${until} or id = any (${named.map(({ id }) => id)})`,
  )
  const ours = parseRows(
    v.object({ intent: v.string() }),
    await sql`
      select intent_id as intent from payments where intent_id = any (${named.map(({ intentId }) => intentId)})`,
  )
  const intents = new Set<string | null>(ours.map(({ intent }) => intent))
  return {
    booked: new Map(rows.map(({ id, booked }) => [id, booked])),
    tooNew: new Set(rows.filter(({ isNew }) => isNew).map(({ id }) => id)),
    unbooked: new Set(
      named
        .filter(({ id, intentId }) => intents.has(intentId) && !rows.some((row) => row.id === id))
        .map(({ id }) => id),
    ),
  }
}

/**
 * What was booked as paid out to fans and artists: by payments that ended in the period, and by those named, unless a job is still
 * at work on them. A failed one counts as zero. `unknown` are those named that we do not know.
 */
export async function paidOutByPix(
  sql: Sql,
  { since, until }: { since: Date; until: Date },
  named: readonly string[],
): Promise<{ booked: Map<string, number>; unknown: string[] }> {
  const rows = parseRows(
    v.object({ uid: v.string(), booked: centavos, status: v.string() }),
    await sql`
      select uid, status, coalesce((
        select sum(amount) from ledger.transfers where id in ('withdrawal:' || uid, 'payout:' || uid || ':paid')
      ), 0)::bigint as booked
      from (
        select uid, status::text, ended_at from redeem_balance
        union all
        select uid, status::text, ended_at from private.artist_payouts
      ) payouts
      where ended_at between ${since} and ${until} and status in ('paid', 'failed') or uid = any (${named}::uuid[])`,
  )
  const known = new Set(rows.map(({ uid }) => uid))
  return {
    booked: new Map(
      rows.filter(({ status }) => status !== 'approved').map(({ uid, booked }) => [uid, booked]),
    ),
    unknown: named.filter((uid) => !known.has(uid)),
  }
}

/** Money that came by PIX for no payment of ours and waits for a decision, or has had one, by the network's id. */
export async function setAsideByPix(sql: Sql, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = parseRows(
    v.object({ id: v.string(), amount: centavos }),
    await sql`
      select external_id as id, amount from private.unmatched_money
      where provider = 'pix' and external_id = any (${ids})`,
  )
  return new Map(rows.map(({ id, amount }) => [id, amount]))
}
