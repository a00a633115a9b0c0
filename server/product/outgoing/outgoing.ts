/**
 * Outgoing payments that a job makes. An attempt is recorded before the provider is called, and a decision by hand
 * halts the payment first: from then on no job starts, and once the last attempt is old enough the provider's
 * "unknown" can be trusted.
 */
import * as v from 'valibot'
import { ATTEMPT_SECONDS, OUTGOING, type Outgoing } from '#domain/money-decision.ts'
import { centavos, parseRow, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'

const outgoingPaymentRow = v.object({
  kind: v.picklist(OUTGOING),
  uid: v.string(),
  /** Null for an artist's. */
  fan: v.nullable(v.string()),
  artistId: v.nullable(rowId),
  amount: centavos,
  task: v.string(),
  jobKey: v.string(),
})
export type OutgoingPayment = v.InferOutput<typeof outgoingPaymentRow>

/** Records an attempt; false when the payment is halted, so that the provider must not be called. */
export async function claimAttempt(sql: Sql, uid: string): Promise<boolean> {
  const claimed = await sql`
    insert into private.outgoing_attempts as known (uid, attempted_at) values (${uid}, clock_timestamp())
    on conflict (uid) do update set attempted_at = excluded.attempted_at where known.halted_at is null
    returning uid`
  return claimed.length > 0
}

/** From now on no job calls the provider. False when one did so a moment ago and may still be running. */
export async function halt(tx: Tx, uid: string): Promise<boolean> {
  const row = parseRow(
    v.object({ isRecent: v.boolean() }),
    await tx`
      insert into private.outgoing_attempts as known (uid, halted_at) values (${uid}, clock_timestamp())
      on conflict (uid) do update set halted_at = coalesce(known.halted_at, excluded.halted_at)
      returning coalesce(
        attempted_at > clock_timestamp() - make_interval(secs => ${ATTEMPT_SECONDS}), false
      ) as "isRecent"`,
  )
  return row?.isRecent === false
}

/** The provider may be called again, by a job with all its attempts. */
export async function resume(tx: Tx, { uid, task, jobKey }: OutgoingPayment): Promise<void> {
  await tx`update private.outgoing_attempts set halted_at = null where uid = ${uid}`
  await tx`select private.add_job(${task}, ${tx.json({ uid })}, ${jobKey})`
}

/** The payment; undefined unless it is approved and not finished. */
export async function findOutgoing(
  sql: Sql | Tx,
  kind: Outgoing,
  uid: string,
): Promise<OutgoingPayment | undefined> {
  const row = parseRow(
    outgoingPaymentRow,
    await sql`
      select kind, uid, user_id as fan, artist_id as "artistId", amount, task, job_key as "jobKey"
      from private.outgoing where kind = ${kind} and uid = ${uid}`,
  )
  return row
}

/** Concurrent decisions about the same payment wait here until the first is done. */
export async function lockOutgoing(tx: Tx, uid: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`outgoing:${uid}`}, 0))`
}
