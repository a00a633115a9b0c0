/** What an operator does to somebody's account: notes about them, an end to their sessions, deactivation and its end. */
import type { Refusal } from '#domain/refusal.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { type Administrator, audit } from '../../platform/audit.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'

export function noteUser(
  sql: Sql,
  uid: string,
  note: string,
  by: Administrator,
): Promise<Result<{ id: number }>> {
  return transact(sql, async (tx) => {
    if (!(await lockUser(tx, uid))) return refuse('user_not_found')
    const [row] = await tx<{ id: number }[]>`
      insert into private.user_notes (user_id, admin_id, note) values (${uid}, ${by.uid}, ${note}) returning id`
    if (!row) throw new Error('insert into private.user_notes returned no row')
    // The words stay with the person, and go with them: the trail, which stays, says only that there are some.
    await audit(tx, by, { action: 'user.note', subject: uid, after: { note: row.id } })
    return ok(row)
  })
}

/** All sessions when `session` is null. One that has ended meanwhile is no fault. */
export function endSessions(
  sql: Sql,
  uid: string,
  session: string | null,
  by: Administrator,
): Promise<Result<{ ended: number }>> {
  return transact(sql, async (tx) => {
    if (!(await lockUser(tx, uid))) return refuse('user_not_found')
    const { count: ended } = await tx`
      delete from auth.sessions where user_id = ${uid} and ${session ? tx`id = ${session}` : tx`true`}`
    if (ended > 0) await audit(tx, by, { action: 'user.end-sessions', subject: uid, after: { ended } })
    return ok({ ended })
  })
}

/**
 * The way a fan's own deactivation goes: the table's triggers ban the account, end its sessions and give its standing
 * bids up. Doing it again changes nothing.
 */
export function setUserActive(
  sql: Sql,
  uid: string,
  isActive: boolean,
  reason: string,
  by: Administrator,
): Promise<Result<{ isActive: boolean }>> {
  return transact(sql, async (tx) => {
    const user = await lockUser(tx, uid)
    if (!user) return refuse('user_not_found')
    const refusal = judge(user, by)
    if (refusal) return refuse(refusal)
    if (user.isActive === isActive) return ok({ isActive })
    await tx`update users set is_active = ${isActive} where uid = ${uid}`
    await audit(tx, by, {
      action: isActive ? 'user.reactivate' : 'user.deactivate',
      subject: uid,
      before: { isActive: user.isActive },
      after: { isActive, reason },
    })
    return ok({ isActive })
  })
}

type User = { uid: string; isActive: boolean; isErased: boolean }

function judge(user: User, by: Administrator): Refusal | null {
  if (user.isErased) return 'user_not_found'
  return user.uid === by.uid ? 'own_account' : null
}

/** Their markets before the row, as bids and settlements take them. */
async function lockUser(tx: Tx, uid: string): Promise<User | undefined> {
  await tx`select market.lock(array(
    select project_id from bids where user_id = ${uid} and status in ('pending', 'bided')))`
  const [user] = await tx<User[]>`
    select uid, is_active as "isActive", erased_at is not null as "isErased"
    from users where uid = ${uid} for no key update`
  return user
}
