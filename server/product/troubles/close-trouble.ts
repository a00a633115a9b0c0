/** Something amiss that somebody has looked into: it stays on the screen while it is found, and waits for nobody. */
import { ok, type Result, refuse } from '#domain/result.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'

/** Repeated, or by two at once, it changes nothing more: the first note stands. */
export function closeTrouble(sql: Sql, uid: string, note: string, by: Actor): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    const [found] = await tx<{ name: string; detail: string; isSettled: boolean }[]>`
      select name, detail, note is not null as "isSettled" from private.troubles
      where uid = ${uid} and gone_at is null for update`
    if (!found) return refuse('record_not_found')
    if (found.isSettled) return ok(null)
    await tx`
      update private.troubles set note = ${note}, settled_by = ${by.uid}, settled_at = clock_timestamp()
      where uid = ${uid}`
    const { name, detail } = found
    await audit(tx, by, { action: 'trouble.settle', subject: uid, after: { name, detail, note } })
    return ok(null)
  })
}
