/** What each kind of account held when a month began and ended, and what came and went between. */
import * as v from 'valibot'
import { monthSpan } from '../../platform/db/month-span.ts'
import { centavos, count, parseRows } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { AccountingMonthWire } from './contract.ts'

const balanceRow = v.object({
  account: v.string(),
  opening: centavos,
  came: centavos,
  went: centavos,
  movements: count,
})

/** The kind of an account, by its code: people's and projects' accounts are told together. */
export const kindOf = (sql: Sql) => sql`
  case
    when code like 'fan:%:available' then 'fans_available'
    when code like 'fan:%:held' then 'fans_held'
    when code like 'project:%' then 'artists_payable'
    else replace(code, ':', '_')
  end`

/**
 * From what the accounts hold now, backwards: one statement sees one moment. Each transfer counts twice, for the account
 * that it left and the one that it reached.
 */
export async function readBalances(sql: Sql, month: string): Promise<AccountingMonthWire> {
  const rows = parseRows(
    balanceRow,
    await sql`
      with span as (${monthSpan(sql, month)}),
      moved as (
        select debit_account as account, 0::bigint as came, amount as went, created_at < until as within
        from span, ledger.transfers where created_at >= since
        union all
        select credit_account, amount, 0, created_at < until
        from span, ledger.transfers where created_at >= since
      ),
      sums as (
        select account, sum(came - went) as since, sum(came) filter (where within) as came,
          sum(went) filter (where within) as went, count(*) filter (where within and went > 0) as left
        from moved group by account
      )
      select ${kindOf(sql)} as account, sum(balance - coalesce(since, 0))::bigint as opening,
        sum(coalesce(came, 0))::bigint as came, sum(coalesce(went, 0))::bigint as went,
        sum(coalesce("left", 0))::int as movements
      from ledger.accounts left join sums on sums.account = accounts.id
      group by 1
      order by 1`,
  )
  const accounts = rows
    .map(({ movements: _, ...row }) => ({ ...row, closing: row.opening + row.came - row.went }))
    .filter(({ opening, came, went }) => opening !== 0 || came > 0 || went > 0)
  const sumOf = (column: 'opening' | 'came' | 'went' | 'closing') =>
    accounts.reduce((sum, row) => sum + row[column], 0)
  return {
    month,
    isBalanced: sumOf('came') === sumOf('went') && sumOf('opening') === 0 && sumOf('closing') === 0,
    movements: rows.reduce((sum, { movements }) => sum + movements, 0),
    accounts,
  }
}

/**
 * What a month's opening balances become by the movements that are passed on. What comes in while a file is written is in its
 * closing balances if it is among its movements.
 */
export function countClosing({ accounts }: AccountingMonthWire) {
  const closing = new Map(accounts.map(({ account, opening }) => [account, opening]))
  const move = (account: string, amount: number) => closing.set(account, (closing.get(account) ?? 0) + amount)
  return {
    closing,
    add(rows: readonly { debit: string; credit: string; amount: number }[]) {
      for (const { debit, credit, amount } of rows) {
        move(debit, -amount)
        move(credit, amount)
      }
    },
  }
}
