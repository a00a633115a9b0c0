/** An administrator has something tried again that had failed for good, or gives it up. Each action is in the audit trail. */
import { ok, type Result, refuse } from '#domain/result.ts'
import { type Administrator, audit, type Operator } from '../../platform/audit.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { enqueueJob, mayRepeat } from '../../platform/outbox.ts'

/** Every job is safe to run again; it gets all its attempts anew. */
export function retryJob(sql: Sql, id: number, by: Administrator): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    const job = await lockFailedJob(tx, id)
    if (!job) return refuse('record_not_found')
    const reset = await tx`
      select id from graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at => now(), attempts => 0)`
    if (reset.count === 0) return refuse('record_not_found')
    await audit(tx, by, { action: 'job.retry', subject: String(id), before: job, after: { attempts: 0 } })
    return ok(null)
  })
}

export function discardJob(sql: Sql, id: number, by: Administrator): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    const job = await lockFailedJob(tx, id)
    if (!job) return refuse('record_not_found')
    const removed = await tx`select id from graphile_worker.complete_jobs(array[${id}]::bigint[])`
    if (removed.count === 0) return refuse('record_not_found')
    await audit(tx, by, { action: 'job.discard', subject: String(id), before: job, after: null })
    return ok(null)
  })
}

/** The queue's own rows are not ours to lock: of two administrators the second one waits here, and then finds nothing. */
async function lockFailedJob(tx: Tx, id: number): Promise<{ task: string; attempts: number } | undefined> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`failed-job:${id}`}, 0))`
  const [job] = await tx<{ task: string; attempts: number }[]>`
    select task_identifier as task, attempts from graphile_worker.jobs
    where id = ${id} and attempts >= max_attempts`
  return job
}

/** Records that only mirror what the ledger holds may be sent again; a sale or a bid that failed was paid back. */
export function retryOperation(sql: Sql, id: number, by: Administrator): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    const [operation] = await tx<{ kind: string; key: string; failure: string | null }[]>`
      select kind, key, failure from chain.operations where id = ${id} and status = 'failed' for update`
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

/** Has a stored webhook applied once more: what was applied already changes nothing. */
export function replayWebhook(sql: Sql, number: number, by: Administrator | Operator): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    const [event] = await tx<{ id: string; provider: 'stripe' | 'pix'; outcome: string | null }[]>`
      select id, provider, outcome from private.webhook_events
      where number = ${number} and (processed_at is null or outcome like 'refused%')
      for update`
    if (!event) return refuse('record_not_found')
    const [settled] = await tx`
      select from private.unmatched_money where event_id = ${event.id} and status <> 'open'`
    if (settled) return refuse('unmatched_settled')
    await tx`update private.webhook_events set processed_at = null, outcome = null where id = ${event.id}`
    const [task, key] =
      event.provider === 'pix' ? ['apply-pix-event', 'pix-event'] : ['apply-card-event', 'card-event']
    await enqueueJob(tx, task, { eventId: event.id }, { jobKey: `${key}:${event.id}` })
    await audit(tx, by, {
      action: 'webhook.replay',
      subject: event.id,
      before: { outcome: event.outcome },
      after: { outcome: null },
    })
    return ok(null)
  })
}
