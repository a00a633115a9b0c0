/** What waits for an administrator, read from the indexes of what is open: its cost does not grow with what is done with. */
import * as v from 'valibot'
import { mayUse, type StaffRole } from '#domain/role.ts'
import { WAITING, WAITING_FOR, WAITING_MOST } from '#domain/waiting.ts'
import { parseRows } from '../../platform/db/rows.ts'
import type { Fragment, Sql, Tx } from '../../platform/db/sql.ts'
import { hasLapsed } from '../back-office/lapsed-role-changes.ts'
import { isOpenIncident } from './close-incident.ts'
import { hasFailed } from './failed-jobs.ts'
import type { WaitingWire } from './waiting-contract.ts'

/** A conversation waits since the person's first message after the last answer, or since it was opened. */
const unansweredSince = (sql: Sql | Tx) => sql`coalesce((
  select min(replies.created_at) from private.support_replies replies
  where replies.request_id = support_requests.id and replies.created_at > (
    select max(answers.created_at) from private.support_answers answers where answers.request_id = support_requests.id
  )
), support_requests.created_at)`

/** Requests that somebody made, as rows `{kind, created_at}`; at most `most` of each kind. */
export const requestsWaiting = (sql: Sql | Tx, most: number): Fragment => sql`
  (select 'withdrawal' as kind, created_at from redeem_balance where status = 'requested' order by id limit ${most})
  union all
  (select 'refund', created_at from private.refunds where status = 'requested' order by id limit ${most})
  union all
  (select 'write_off', created_at from private.write_offs where status = 'requested' order by id limit ${most})
  union all
  (select 'payout', created_at from private.artist_payouts where status = 'requested' order by id limit ${most})
  union all
  (select 'support', ${unansweredSince(sql)} from support_requests where status = 'new' order by id limit ${most})`

/** What the company itself has to look at, likewise; with the day a dispute's evidence is due, and whose page shows what waits. */
const mattersWaiting = (sql: Sql) => sql`
  (
    select 'dispute' as kind, opened_at as created_at, evidence_due_at as due, payments.uid as subject
    from private.disputes join payments on payments.id = payment_id
    where disputes.status = 'open' order by disputes.id limit ${WAITING_MOST}
  )
  union all
  (select 'stuck', approved_at, null, null from private.outgoing_stuck limit ${WAITING_MOST})
  union all
  (
    select 'decision', created_at, null, null
    from private.money_decisions where status = 'requested' order by id limit ${WAITING_MOST}
  )
  union all
  (
    select 'unmatched', arrived_at, null, null
    from private.unmatched_money where status = 'open' order by id limit ${WAITING_MOST}
  )
  union all
  (
    select 'invoice', created_at, null, null
    from private.service_invoices invoices where private.is_to_look_at(invoices) order by id limit ${WAITING_MOST}
  )
  union all
  (
    select 'proposal', created_at, null, null
    from register_projects where status in ('received', 'read') order by id limit ${WAITING_MOST}
  )
  union all
  (
    select 'job', created_at, null, null
    from graphile_worker.jobs where ${hasFailed(sql)} limit ${WAITING_MOST}
  )
  union all
  (
    select 'operation', created_at, null, null
    from chain.operations
    where status = 'failed' and ${isOpenIncident(sql, 'operation', sql`operations.key`)} order by id limit ${WAITING_MOST}
  )
  union all
  (
    select 'webhook', received_at, null, null
    from private.webhook_events
    where outcome like 'refused%' and not exists (select from private.unmatched_money where event_id = webhook_events.id)
      and ${isOpenIncident(sql, 'webhook', sql`webhook_events.id`)}
    order by number limit ${WAITING_MOST}
  )
  union all
  (
    select kind, found_at, null, null from private.troubles
    where gone_at is null and settled_at is null order by id limit ${WAITING_MOST}
  )
  union all
  (
    select 'difference', made_at, null, null
    from (select made_at, differences from private.reconciliations order by id desc limit 1) newest
    cross join lateral jsonb_to_recordset(differences) found (side text, subject text, ledger bigint, other bigint)
    where not exists (
      select from private.settled_differences settled
      where (settled.side, settled.subject, settled.ledger, settled.other)
        = (found.side, found.subject, found.ledger, found.other)
    )
    limit ${WAITING_MOST}
  )`

/** Changes of roles, likewise: those that `reader` may confirm. */
const roleChangesWaiting = (sql: Sql, reader: string) => sql`
  (
    select 'role_change' as kind, created_at, null::timestamptz as due, null as subject
    from private.role_changes changes
    where status = 'requested' and requested_by <> ${reader} and not ${hasLapsed(sql, sql`changes`)}
    order by id limit ${WAITING_MOST}
  )`

/** New keys of artists, likewise, with the artist. */
const keysWaiting = (sql: Sql) => sql`
  (
    select 'artist_key' as kind, entered_at as created_at, null::timestamptz as due, artists.uid as subject
    from private.artist_keys keys join private.artists on artists.id = artist_id
    where confirmed_at is null and discarded_at is null order by keys.id limit ${WAITING_MOST}
  )`

/** Restores since which payouts stand still (platform/backup/restoration.ts). */
const restorationsWaiting = (sql: Sql) => sql`
  (
    select 'restoration' as kind, restored_at as created_at, null::timestamptz as due, null as subject
    from private.restorations where compared_at is null limit ${WAITING_MOST}
  )`

const waitingRow = v.object({
  kind: v.picklist(WAITING),
  count: v.number(),
  oldest: v.nullable(v.date()),
  due: v.nullable(v.date()),
  subject: v.nullable(v.string()),
})

/** What is this role's to deal with, in the order of `WAITING`; a kind of which nothing waits has no entry. */
export async function readWaiting(
  sql: Sql,
  { uid, role }: { uid: string; role: StaffRole },
): Promise<WaitingWire[]> {
  const rows = parseRows(
    waitingRow,
    await sql`
      select kind, count(*)::int as count, min(created_at) as oldest, min(due) as due,
        (array_agg(subject order by due, created_at))[1] as subject
      from (
        ${mattersWaiting(sql)}
        union all
        ${roleChangesWaiting(sql, uid)}
        union all
        ${keysWaiting(sql)}
        union all
        ${restorationsWaiting(sql)}
        union all
        select kind, created_at, null, null from (${requestsWaiting(sql, WAITING_MOST)}) requests
      ) waiting
      group by kind`,
  )
  return rows
    .filter(({ kind }) => mayUse(WAITING_FOR[kind], role))
    .toSorted((one, other) => WAITING.indexOf(one.kind) - WAITING.indexOf(other.kind))
    .map(({ oldest, due, ...row }) => ({
      ...row,
      oldest: oldest?.toISOString() ?? null,
      due: due?.toISOString() ?? null,
    }))
}
