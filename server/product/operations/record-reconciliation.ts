/** A comparison of the ledger with the providers: requested, and recorded with its findings. */
import type { Difference } from '#domain/reconciliation.ts'
import { ok, type Result } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { transact, withRetries } from '../../platform/db/transact.ts'
import { enqueueJob, enqueueMail } from '../outbox.ts'

/** Concurrent requests by two administrators run one comparison. */
export function requestReconciliation(sql: Sql, by: Actor): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    await enqueueJob(tx, 'reconcile', {}, { jobKey: 'reconcile' })
    await audit(tx, by, { action: 'reconciliation.start', subject: 'ledger' })
    return ok(null)
  })
}

/** Records the findings; where the two sides differ, the operator is notified in the same transaction. */
export async function recordReconciliation(
  ctx: Pick<ServerContext, 'sql' | 'env'>,
  report: { compared: number; differences: Difference[]; comparedUntil: Date },
): Promise<void> {
  const found = report.differences.length
  const differences = JSON.stringify(report.differences)
  await withRetries(ctx.sql, async (tx) => {
    await tx`
      insert into private.reconciliations (compared, differences, compared_until)
      values (${report.compared}, ${differences}::text::jsonb, ${report.comparedUntil})`
    await tx`
      insert into private.reconciliation_cursor as known (compared_until) values (${report.comparedUntil})
      on conflict (singleton) do update
      set compared_until = greatest(known.compared_until, excluded.compared_until)`
    if (found === 0) return
    await enqueueMail(tx, {
      to: ctx.env.SUPPORT_EMAIL,
      language: 'pt',
      template: 'reconciliation_alert',
      data: { found: String(found), compared: String(report.compared) },
    })
  })
}
