/**
 * The leash of payments that leave the platform by a job. An attempt is written down before the provider is called, and
 * whoever decides by hand halts the payment first: from then on no job begins, and once the last attempt is old enough
 * the provider's "unknown" can be trusted.
 */
import { ATTEMPT_SECONDS, type Outgoing } from '#domain/money-decision.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'

export type OutgoingPayment = {
  kind: Outgoing
  uid: string
  /** Null for an author's. */
  fan: string | null
  artistId: number | null
  amount: number
  task: string
  jobKey: string
}

/** Writes an attempt down; false when the payment is halted, so that the provider must not be called. */
export async function claimAttempt(sql: Sql, uid: string): Promise<boolean> {
  const claimed = await sql`
    insert into private.outgoing_attempts as known (uid, attempted_at) values (${uid}, clock_timestamp())
    on conflict (uid) do update set attempted_at = excluded.attempted_at where known.halted_at is null
    returning uid`
  return claimed.length > 0
}

/** From now on no job calls the provider. False when one did so a moment ago: it may still be at it. */
export async function halt(tx: Tx, uid: string): Promise<boolean> {
  const [row] = await tx<{ isRecent: boolean }[]>`
    insert into private.outgoing_attempts as known (uid, halted_at) values (${uid}, clock_timestamp())
    on conflict (uid) do update set halted_at = coalesce(known.halted_at, excluded.halted_at)
    returning coalesce(
      attempted_at > clock_timestamp() - make_interval(secs => ${ATTEMPT_SECONDS}), false
    ) as "isRecent"`
  return row?.isRecent === false
}

/** The provider may be asked to pay again, by a job that has all its attempts anew. */
export async function resume(tx: Tx, { uid, task, jobKey }: OutgoingPayment): Promise<void> {
  await tx`update private.outgoing_attempts set halted_at = null where uid = ${uid}`
  await tx`select private.add_job(${task}, ${tx.json({ uid })}, ${jobKey})`
}

/** The payment as it is under way; undefined unless it is approved and not over. */
export async function findOutgoing(
  sql: Sql | Tx,
  kind: Outgoing,
  uid: string,
): Promise<OutgoingPayment | undefined> {
  const [row] = await sql<OutgoingPayment[]>`
    select kind, uid, user_id as fan, artist_id as "artistId", amount, task, job_key as "jobKey"
    from private.outgoing where kind = ${kind} and uid = ${uid}`
  return row
}

/** Of people who decide about the same payment at once, the others wait here until the first is done. */
export async function lockOutgoing(tx: Tx, uid: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`outgoing:${uid}`}, 0))`
}
