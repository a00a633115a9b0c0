/** The only way to the ledger's SQL functions. Amounts are centavos. */
import type { Sql, Tx } from './db/sql.ts'

export type Entry = { id: string; kind: string; debit: string; credit: string; amount: number }

/** Account codes, spelled in one place. */
export const account = {
  available: (fanUid: string) => `fan:${fanUid}:available`,
  held: (fanUid: string) => `fan:${fanUid}:held`,
  payable: (projectUid: string) => `project:${projectUid}:payable`,
  revenue: 'platform:revenue',
  cardFees: 'platform:card_fees',
  clearing: 'processor:clearing',
} as const

/**
 * Posts `entries`, all or none, and resolves with how many were new. Repeating an id changes nothing.
 * Throws (constraint `no_overdraft`) when an account would fall below zero.
 */
export async function post(tx: Tx, entries: Entry[]): Promise<number> {
  const [row] = await tx<{ post: number }[]>`select ledger.post(${tx.json(entries)})`
  return row?.post ?? 0
}

/** Free and held money of a fan. */
export async function balanceOf(sql: Sql | Tx, fanUid: string): Promise<{ available: number; held: number }> {
  const rows = await sql<{ code: string; balance: number }[]>`
    select code, balance
    from ledger.accounts
    where code in (${account.available(fanUid)}, ${account.held(fanUid)})`
  const find = (code: string) => rows.find((row) => row.code === code)?.balance ?? 0
  return { available: find(account.available(fanUid)), held: find(account.held(fanUid)) }
}
