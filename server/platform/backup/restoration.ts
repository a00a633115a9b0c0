/** Payouts after a restore: they stand still until what the provider has sent since the backup is known. */
import type { Sql, Tx } from '../db/sql.ts'

/** `takenAt`: what was brought back is as of then; what left by PIX since is not among it. */
export async function noteRestoration(sql: Sql | Tx, takenAt: Date): Promise<void> {
  await sql`insert into private.restorations (taken_at) values (${takenAt})`
}

export async function arePayoutsHeld(sql: Sql): Promise<boolean> {
  const held = await sql`select from private.restorations where compared_at is null limit 1`
  return held.length > 0
}

/** The provider's list up to `at` has been compared, and nothing that it alone knows is left unexplained. */
export async function releasePayouts(sql: Sql | Tx, at: Date): Promise<void> {
  await sql`
    update private.restorations set compared_at = clock_timestamp() where compared_at is null and restored_at <= ${at}`
}
