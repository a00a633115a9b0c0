/** A difference that somebody has explained: it stays in the report, and no longer waits for anybody. */
import * as v from 'valibot'
import type { RECONCILED_SIDES } from '#domain/reconciliation.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { parseRow } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'

type Settled = { side: (typeof RECONCILED_SIDES)[number]; subject: string; note: string }

/** Repeated, or by two at once, it changes nothing more: the first note stands. */
export function closeDifference(
  sql: Sql,
  report: number,
  { side, subject, note }: Settled,
  by: Actor,
): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    const found = parseRow(
      v.object({ ledger: v.number(), other: v.number() }),
      await tx`
        select (difference ->> 'ledger')::float8 as ledger, (difference ->> 'other')::float8 as other
        from private.reconciliations cross join lateral jsonb_array_elements(differences) difference
        where id = ${report} and difference ->> 'side' = ${side} and difference ->> 'subject' = ${subject}
        limit 1`,
    )
    if (!found) return refuse('record_not_found')
    const settled = await tx`
      insert into private.settled_differences (side, subject, ledger, other, note, admin_id)
      values (${side}, ${subject}, ${found.ledger}, ${found.other}, ${note}, ${by.uid})
      on conflict do nothing`
    if (settled.count === 0) return ok(null)
    const after = { side, ...found, note }
    await audit(tx, by, { action: 'reconciliation.settle', subject, after })
    return ok(null)
  })
}
