/** What something would write into the ledger: its lines, and the balances before and after them. */
import * as v from 'valibot'
import type { Refusal } from '#domain/refusal.ts'
import { ok, type Result } from '#domain/result.ts'
import { centavos, parseRows } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { rehearse } from '../../platform/db/transact.ts'
import type { WrittenWire } from './contract.ts'
import { subjectsOf } from './subjects.ts'

const lineRow = v.object({
  id: v.string(),
  debit: v.string(),
  credit: v.string(),
  amount: centavos,
})
const balanceRow = v.object({ code: v.string(), balance: centavos })

/** `work` is carried out as in earnest, and nothing of it is kept. A refusal is the one that it would meet. */
export function previewWritten(
  sql: Sql,
  work: (tx: Tx) => Promise<Result<unknown>>,
  constraints: Readonly<Record<string, Refusal>> = {},
): Promise<Result<WrittenWire>> {
  return rehearse(
    sql,
    async (tx) => {
      const done = await work(tx)
      return done.ok ? ok(await readWritten(tx)) : done
    },
    constraints,
  )
}

/** Of the transaction itself: a line that a savepoint of it wrote bears another number, and is not among them. */
async function readWritten(tx: Tx): Promise<WrittenWire> {
  const lines = parseRows(
    lineRow,
    await tx`
      select transfers.id, debited.code as debit, credited.code as credit, amount
      from ledger.transfers
      join ledger.accounts debited on debited.id = debit_account
      join ledger.accounts credited on credited.id = credit_account
      where created_at >= now() and transfers.xmin = pg_current_xact_id()::xid
      order by debit, credit, transfers.id`,
  )
  const codes = [...new Set(lines.flatMap(({ debit, credit }) => [debit, credit]))]
  const balances = parseRows(
    balanceRow,
    await tx`
      select code, balance from ledger.accounts where code = any (${codes}) order by array_position(${codes}, code)`,
  )
  const owners = await subjectsOf(tx, codes)
  return {
    lines,
    accounts: balances.map(({ code, balance }) => ({
      code,
      owner: owners.get(code) ?? null,
      before: balance - movedBy(lines, code),
      after: balance,
    })),
  }
}

/** How much `lines` brought to the account, in centavos; negative where they took. */
function movedBy(lines: WrittenWire['lines'], code: string): number {
  return lines.reduce(
    (sum, { debit, credit, amount }) => sum + (credit === code ? amount : debit === code ? -amount : 0),
    0,
  )
}
