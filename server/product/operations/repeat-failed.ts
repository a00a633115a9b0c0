/** An administrator retries something that failed for good, or discards it. Each action is in the audit trail. */
import * as v from 'valibot'
import { MONEY_PROVIDERS } from '#domain/payment.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { type Actor, audit, type Operator } from '../../platform/audit.ts'
import { mayRepeat } from '../../platform/chain-operations.ts'
import { count, parseRow } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { enqueueJob } from '../outbox.ts'
import { hasFailed } from './failed-jobs.ts'

/** Every job is safe to run again. One that was given up has its attempts start over; one that fails still keeps count. */
export function retryJob(sql: Sql, id: number, by: Actor): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    const job = await lockFailedJob(tx, id)
    if (!job) return refuse('record_not_found')
    const reset = await tx`
      select id from graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at => now(),
        attempts => ${job.isGivenUp ? 0 : null})`
    if (reset.count === 0) return refuse('record_not_found')
    await audit(tx, by, {
      action: 'job.retry',
      subject: String(id),
      before: factsOf(job),
      after: { attempts: job.isGivenUp ? 0 : job.attempts },
    })
    return ok(null)
  })
}

export function discardJob(sql: Sql, id: number, note: string, by: Actor): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    const job = await lockFailedJob(tx, id)
    if (!job) return refuse('record_not_found')
    const removed = await tx`select id from graphile_worker.complete_jobs(array[${id}]::bigint[])`
    if (removed.count === 0) return refuse('record_not_found')
    await audit(tx, by, { action: 'job.discard', subject: String(id), before: factsOf(job), after: { note } })
    return ok(null)
  })
}

const failedJob = v.object({ task: v.string(), attempts: count, isGivenUp: v.boolean() })
type FailedJob = v.InferOutput<typeof failedJob>

const factsOf = ({ task, attempts }: FailedJob) => ({ task, attempts })

/** The queue's own rows are not ours to lock: of two administrators the second waits here, and then finds nothing. */
async function lockFailedJob(tx: Tx, id: number): Promise<FailedJob | undefined> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`failed-job:${id}`}, 0))`
  const job = parseRow(
    failedJob,
    await tx`
      select task_identifier as task, attempts, attempts >= max_attempts as "isGivenUp" from graphile_worker.jobs
      where id = ${id} and ${hasFailed(tx)}`,
  )
  return job
}

/** Records that only mirror the ledger may be sent again; a sale or a bid that failed was refunded. */
export function retryOperation(sql: Sql, id: number, by: Actor): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    const operation = parseRow(
      v.object({ kind: v.string(), key: v.string(), failure: v.nullable(v.string()) }),
      await tx`
        select kind, key, failure from chain.operations where id = ${id} and status = 'failed' for update`,
    )
    if (!operation) return refuse('record_not_found')
    if (!mayRepeat(operation.kind)) return refuse('not_repeatable')
    await tx`
      update chain.operations
      set status = 'queued', transaction_id = null, alone = false, failure = null, ended_at = null
      where id = ${id}`
    await audit(tx, by, {
      action: 'operation.retry',
      subject: operation.key,
      before: { status: 'failed', failure: operation.failure },
      after: { status: 'queued' },
    })
    return ok(null)
  })
}

/** Applies a stored webhook again: one that was applied already changes nothing. */
export function replayWebhook(sql: Sql, number: number, by: Actor | Operator): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    const event = parseRow(
      v.object({ id: v.string(), provider: v.picklist(MONEY_PROVIDERS), outcome: v.nullable(v.string()) }),
      await tx`
        select id, provider, outcome from private.webhook_events
        where number = ${number} and (processed_at is null or outcome like 'refused%')
        for update`,
    )
    if (!event) return refuse('record_not_found')
    const [settled] = await tx`
      select from private.unmatched_money where event_id = ${event.id} and status <> 'open'`
    if (settled) return refuse('unmatched_settled')
    await tx`update private.webhook_events set processed_at = null, outcome = null where id = ${event.id}`
    const isPix = event.provider === 'pix'
    const jobKey = `${isPix ? 'pix' : 'card'}-event:${event.id}`
    await enqueueJob(tx, isPix ? 'apply-pix-event' : 'apply-card-event', { eventId: event.id }, { jobKey })
    await audit(tx, by, {
      action: 'webhook.replay',
      subject: event.id,
      before: { outcome: event.outcome },
      after: { outcome: null },
    })
    return ok(null)
  })
}
