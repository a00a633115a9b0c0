/** Money of ours that left without our books, as differences and lists show it. */
import * as v from 'valibot'
import { parseRows } from '../../platform/db/rows.ts'
import type { Fragment, Sql, Tx } from '../../platform/db/sql.ts'
import { uuid } from '../api/call.ts'
import { decisionIn } from '../approvals/decisions.ts'
import { type UnbookedWire, unbookedWire } from './reconciliation-contract.ts'

/**
 * Rows `{subject, kind, uid, user_id, artist_id, amount}`: withdrawals and payouts that were given back and are not booked as
 * paid, and refunds made in the card processor's own panel. `which` is a condition on `uid` (ours) or `provider_id` (a refund's).
 */
const unbooked = (sql: Sql | Tx, which: { ours: Fragment; refunds: Fragment }): Fragment => sql`
  select uid::text as subject, 'withdrawal' as kind, uid, user_id, null::bigint as artist_id, amount
  from redeem_balance
  where ${which.ours} and status = 'failed' and not exists (
    select from ledger.transfers where id = 'withdrawal:' || redeem_balance.uid
  )
  union all
  select uid::text, 'payout', uid, null, artist_id, amount
  from private.artist_payouts payouts
  where ${which.ours} and status = 'failed' and not exists (
    select from ledger.transfers where id = 'payout:' || payouts.uid || ':paid'
  )
  union all
  select provider_id, 'refund', uid, user_id, null, amount
  from private.refunds
  where ${which.refunds} and status = 'requested' and made_elsewhere`

/** Of these subjects of differences, by their names. */
export async function readUnbooked(sql: Sql, subjects: string[]): Promise<Map<string, UnbookedWire>> {
  const ours = subjects.filter((subject) => v.is(uuid, subject))
  const rows = parseRows(
    v.object({ ...unbookedWire.entries, subject: v.string() }),
    await sql`
      select subject, kind, found.uid, found.amount::float8 as amount,
        coalesce(full_name, nickname, email, artists.name) as payee,
        ${decisionIn(sql, sql`found.uid`, 'waiting')} as decision
      from (${unbooked(sql, {
        ours: sql`uid = any(${ours}::uuid[])`,
        refunds: sql`provider_id = any(${subjects})`,
      })}) found
      left join users on users.uid = user_id
      left join private.artists on artists.id = artist_id`,
  )
  return new Map(rows.map(({ subject, ...row }) => [subject, row]))
}

/** Once it is booked, what was found about it waits for nobody; the note is the decision's. */
export async function closeFound(
  tx: Tx,
  subject: string,
  { note, by }: { note: string; by: string },
): Promise<void> {
  await tx`
    insert into private.settled_differences (side, subject, ledger, other, note, admin_id)
    select difference ->> 'side', ${subject}, (difference ->> 'ledger')::bigint, (difference ->> 'other')::bigint,
      ${note}, ${by}
    from private.reconciliations cross join lateral jsonb_array_elements(differences) difference
    where differences @> jsonb_build_array(jsonb_build_object('subject', ${subject}::text))
      and difference ->> 'subject' = ${subject}
    on conflict do nothing`
}
