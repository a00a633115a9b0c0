/** SQL functions called directly, each in a transaction that is rolled back; and proof that none was left out. */
import { expect, test } from 'vitest'
import type { Sql, Tx } from '../platform/db/sql.ts'

type Case = (tx: Tx) => Promise<void>
/** What the function does, what it refuses, what it does when called again, and the edge cases of its rule. */
type Cases = { normal: Case; refused?: Case; repeated?: Case; edge?: Case }

/** A test for each case, and one that lists the functions of the schema without any. */
export function testFunctions(schema: string, sql: () => Sql, cases: Record<string, Cases>): void {
  test(`every function of ${schema} is here, and no other`, async () => {
    const rows = await sql()<{ name: string }[]>`
      select distinct proname as name from pg_proc where pronamespace = ${schema}::regnamespace`
    expect(Object.keys(cases).sort()).toEqual(rows.map(({ name }) => name).sort())
  })
  const all = Object.entries(cases).flatMap(([name, kinds]) =>
    Object.entries(kinds).map(([kind, work]) => [`${schema}.${name}: ${kind}`, work] as const),
  )
  test.each(all)('%s', (_name, work) => undone(sql(), work))
}

class Undone extends Error {}

/** Does `work` in a transaction of which nothing stays. Rejects with what it throws. */
export async function undone(sql: Sql, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  const done = sql.begin(async (tx) => {
    await work(tx)
    throw new Undone()
  })
  await expect(done).rejects.toBeInstanceOf(Undone)
}

/** How many rows of a table have been read in this transaction, whatever led to them. */
export async function rowsRead(tx: Tx, table: string): Promise<number> {
  const [row] = await tx<{ rows: number }[]>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows
    from pg_stat_xact_user_tables where relid = ${table}::regclass`
  return row?.rows ?? Number.NaN
}

/** Asserts that `work` is refused with this code, without harm to the rest of the transaction. */
export async function refused(tx: Tx, work: (tx: Tx) => Promise<unknown>, how: object): Promise<void> {
  await expect(tx.savepoint(work as (tx: Tx) => Promise<object>)).rejects.toMatchObject(how)
}

/** The single value that a statement returns. */
export async function answerOf<Value>(rows: PromiseLike<readonly object[]>): Promise<Value> {
  const [row] = await rows
  return Object.values(row ?? {})[0] as Value
}
