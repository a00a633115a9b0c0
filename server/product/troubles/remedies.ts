/** What would make a fault of the ledger go away: each correction with the balances before and after. It moves nothing. */
import * as v from 'valibot'
import { ok, type Result, refuse } from '#domain/result.ts'
import { accountOf, FAULTS } from '#domain/trouble.ts'
import { centavos, parseRow, parseRows, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { subjectsOf } from '../back-office/subjects.ts'
import type { RemedyWire } from './contract.ts'
import { offBy } from './off-by.ts'

/** How many of the account's newest lines are looked through, and how many of them are offered. */
const NEWEST = 20_000
const OFFERED = 10

const faultRow = v.object({ name: v.string(), detail: v.string() })

/** The likeliest first. */
export async function readRemedies(sql: Sql | Tx, uid: string): Promise<Result<RemedyWire[]>> {
  const fault = parseRow(
    faultRow,
    await sql`
      select name, detail from private.troubles
      where uid = ${uid} and kind = 'fault' and gone_at is null`,
  )
  if (!fault) return refuse('record_not_found')
  const code = accountOf(fault.name, fault.detail)
  // As it stands now: somebody may have mended it since the last look.
  const [off = 0] = await offBy(sql, [fault])
  if (!code || off === 0) return ok([])
  const isByLines = FAULTS[fault.name]?.name === 'balance'
  // A balance that is short of its lines has a line too many; an account with too much, by other rows, has one as well.
  const excess = isByLines ? -off : off
  const lines = await linesOf(sql, code, excess)
  const recounted = isByLines ? [await recountOf(sql, code)] : []
  const offered = [...recounted, ...lines]
  const owners = await subjectsOf(sql, [
    ...new Set(
      offered.flatMap(({ line, accounts }) => [...accounts.map((of) => of.code), ...(line ? [line.id] : [])]),
    ),
  ])
  const remedies = offered.map(({ correction, line, accounts }) => ({
    correction,
    line: line && { ...line, about: owners.get(line.id) ?? null },
    accounts: accounts.map((of) => ({ ...of, owner: owners.get(of.code) ?? null })),
  }))
  return ok(remedies.toSorted((one, other) => likelihoodOf(other) - likelihoodOf(one)))
}

/** A line that nothing of ours bears the name of is the fault; one that is known is the last that anybody takes back. */
function likelihoodOf({ line }: RemedyWire): number {
  if (!line) return 1
  return line.about ? 0 : 2
}

const moved = v.object({ code: v.string(), before: centavos, after: centavos })

async function recountOf(sql: Sql | Tx, code: string) {
  const accounts = parseRows(
    moved,
    await sql`
      select code, balance as before, ledger.sum_of_lines(id) as after from ledger.accounts where code = ${code}`,
  )
  return { correction: 'recounted' as const, line: null, accounts }
}

const lineRow = v.object({
  id: v.string(),
  kind: v.string(),
  amount: centavos,
  at: v.date(),
  debit: v.string(),
  credit: v.string(),
  debitAccount: rowId,
  creditAccount: rowId,
})

/** The newest lines of exactly the amount that is too much, which were not taken back yet; strange names first. */
async function linesOf(sql: Sql | Tx, code: string, excess: number) {
  const account = sql`(select id from ledger.accounts where code = ${code})`
  const newest = sql`order by created_at desc, id desc limit ${NEWEST}`
  // What a hold adds to the held money of its fan is found by what it takes from the rest.
  const lines =
    excess < 0
      ? sql`select * from ledger.transfers where debit_account = ${account} ${newest}`
      : sql`
        (select * from ledger.transfers where credit_account = ${account} and kind <> 'hold' ${newest})
        union all
        (
          select * from ledger.transfers
          where kind = 'hold' and credit_account = ${account}
            and debit_account = (select id from ledger.accounts where code = ${code.replace(/:held$/, ':available')})
          ${newest}
        )
        ${newest}`
  const rows = parseRows(
    lineRow,
    await sql`
      with newest as (${lines})
      select newest.id, kind, amount, created_at as at, debited.code as debit, credited.code as credit,
        debited.id as "debitAccount", credited.id as "creditAccount"
      from newest
      join ledger.accounts debited on debited.id = debit_account
      join ledger.accounts credited on credited.id = credit_account
      where amount = ${Math.abs(excess)} and kind <> 'reversal'
        and not exists (select from ledger.transfers back where back.id = 'reversal:' || newest.id)
      order by created_at desc, newest.id desc limit ${OFFERED}`,
  )
  return Promise.all(
    rows.map(async ({ debitAccount, creditAccount, at, ...line }) => {
      const ids = [debitAccount, creditAccount]
      const accounts = parseRows(
        moved,
        // As `ledger.reverse` leaves them: what their lines add up to, with the new one among them.
        await sql`
          select code, balance as before,
            (ledger.sum_of_lines(id) + case when id = ${debitAccount} then 1 else -1 end * ${line.amount})::bigint as after
          from ledger.accounts where id = any (${ids}) order by id = ${creditAccount}`,
      )
      return { correction: 'reversed' as const, line: { ...line, at: at.toISOString() }, accounts }
    }),
  )
}
