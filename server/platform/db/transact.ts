/** One transaction around a command. */
import type { Refusal } from '#domain/refusal.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Sql, Tx } from './sql.ts'

/** Serialization failure and deadlock: the database asks us to retry, and it is never the caller's fault. */
const TRY_AGAIN = new Set(['40001', '40P01'])
const TRIES = 5

/** True when the database aborted a transaction in favour of another one. */
export function isTryAgain(fault: unknown): boolean {
  return TRY_AGAIN.has((fault as { code?: string }).code ?? '')
}

/** True when another session was changing the same row of the catalogue: Postgres' own code for it says nothing. */
export function isOvertaken(fault: unknown): boolean {
  return fault instanceof Error && fault.message.endsWith('tuple concurrently updated')
}

/**
 * Runs `work` in a transaction: a refusal rolls back whatever it wrote, a value commits. `constraints` maps a
 * constraint's name to the refusal it stands for, where the database is the last to decide a race.
 */
export async function transact<Value>(
  sql: Sql | Tx,
  work: (tx: Tx) => Promise<Result<Value>>,
  constraints: Readonly<Record<string, Refusal>> = {},
): Promise<Result<Value>> {
  try {
    return await withRetries(sql, async (tx) => {
      const result = await work(tx)
      if (!result.ok) throw new Refused(result)
      return result
    })
  } catch (fault) {
    if (fault instanceof Refused) return fault.result
    const { constraint_name: constraint } = fault as { constraint_name?: string }
    const refusal = constraint ? constraints[constraint] : undefined
    if (refusal) return refuse(refusal)
    throw fault
  }
}

/**
 * What `work` would come to: it runs as in earnest, with the checks that wait for the end, and nothing of it is kept. A
 * refusal is the one that it would meet. Within a transaction, that goes on as it was.
 */
export async function rehearse<Value>(
  sql: Sql | Tx,
  work: (tx: Tx) => Promise<Result<Value>>,
  constraints: Readonly<Record<string, Refusal>> = {},
): Promise<Result<Value>> {
  let played: Result<Value> | undefined
  try {
    return await transact<Value>(
      sql,
      async (tx) => {
        played = await work(tx)
        if (!played.ok) return played
        await tx`set constraints all immediate`
        throw new Rehearsed('nothing of it is kept')
      },
      constraints,
    )
  } catch (fault) {
    if (fault instanceof Rehearsed && played) return played
    throw fault
  }
}

/**
 * Runs `work` in a transaction, and again when the database aborted it in favour of another one. Within a transaction it is a part of
 * that, which is tried again as a whole.
 */
export function withRetries<Value>(sql: Sql | Tx, work: (tx: Tx) => Promise<Value>): Promise<Value> {
  if ('savepoint' in sql) return sql.savepoint(work) as Promise<Value>
  return again(async () => (await sql.begin(work)) as Value)
}

/** Runs a whole transaction, of one statement or more, and again when the database aborted it in favour of another one. */
export async function again<Value>(transaction: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (fault) {
      if (!isTryAgain(fault) || attempt >= TRIES) throw fault
    }
  }
}

/** Carries a refusal through the driver's rollback. */
class Refused extends Error {
  override name = 'Refused'
  result: Result<never>
  constructor(result: Result<never>) {
    super('the command refused')
    this.result = result
  }
}

/** Has the driver take back what was only tried. */
class Rehearsed extends Error {
  override name = 'Rehearsed'
}
