import type { Refusal } from '#domain/refusal.ts'
import type { Result } from '#domain/result.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import type { WrittenWire } from '../back-office/contract.ts'
import { previewWritten } from '../back-office/read-written.ts'

/** What agreeing to a decision writes into the ledger, as if nobody else's word were missing. It changes nothing. */
export function previewAgreed(
  sql: Sql,
  decisionUid: string,
  agree: (tx: Tx) => Promise<Result<unknown>>,
  constraints: Readonly<Record<string, Refusal>> = {},
): Promise<Result<WrittenWire>> {
  return previewWritten(
    sql,
    async (tx) => {
      await tx`update private.money_decisions set people_due = 1 where uid = ${decisionUid}`
      return agree(tx)
    },
    constraints,
  )
}
