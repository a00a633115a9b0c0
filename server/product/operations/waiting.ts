/** What waits for an administrator, read from the indexes of what is open: its cost does not grow with what is done with. */
import * as v from 'valibot'
import { mayUse, type StaffRole } from '#domain/role.ts'
import { WAITING, WAITING_FOR, WAITING_MOST } from '#domain/waiting.ts'
import { parseRows } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { hasLapsed } from '../back-office/lapsed-role-changes.ts'
import { alarms } from './alarms.ts'
import { isOpenIncident } from './close-incident.ts'
import { hasFailed } from './failed-jobs.ts'
import { moneyWaiting } from './money-waiting.ts'
import { requestsWaiting } from './requests-waiting.ts'
import type { WaitingWire } from './waiting-contract.ts'

/** What else the company itself has to look at, likewise. */
const mattersWaiting = (sql: Sql) => sql`
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
        ${moneyWaiting(sql)}
        union all
        ${mattersWaiting(sql)}
        union all
        ${roleChangesWaiting(sql, uid)}
        union all
        ${keysWaiting(sql)}
        union all
        ${restorationsWaiting(sql)}
        union all
        ${alarms(sql)}
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
