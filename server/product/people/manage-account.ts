/** An operator's actions on an account: notes, ending sessions, deactivation and reactivation. */
import * as v from 'valibot'
import type { Refusal } from '#domain/refusal.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { OWNER, ROLES } from '#domain/role.ts'
import { forgetMails } from '../../doors/auth/forget-mails.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { parseRow, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { enqueueMail } from '../outbox.ts'
import { type Colleague, isAbove } from './colleague.ts'

export function noteUser(sql: Sql, uid: string, note: string, by: Actor): Promise<Result<{ id: number }>> {
  return transact(sql, async (tx) => {
    if (!(await lockUser(tx, uid))) return refuse('user_not_found')
    const row = parseSoleRow(
      v.object({ id: rowId }),
      await tx`
        insert into private.user_notes (user_id, admin_id, note) values (${uid}, ${by.uid}, ${note}) returning id`,
    )
    // The note's text stays with the person and is erased with them: the audit trail, which stays, only says that
    // there is one.
    await audit(tx, by, { action: 'user.note', subject: uid, after: { note: row.id } })
    return ok(row)
  })
}

/** All sessions when `session` is null. One that has ended meanwhile is not an error. */
export function endSessions(
  sql: Sql,
  uid: string,
  session: string | null,
  by: Colleague,
): Promise<Result<{ ended: number }>> {
  return transact(sql, async (tx) => {
    const user = await lockUser(tx, uid)
    if (!user) return refuse('user_not_found')
    if (isAbove(user, by)) return refuse('role_insufficient')
    // Whoever waits with a link, or a code for a session, is out as well.
    if (!session) await forgetMails(tx, uid)
    const { count: ended } = await tx`
      delete from auth.sessions where user_id = ${uid} and ${session ? tx`id = ${session}` : tx`true`}`
    if (ended > 0) await audit(tx, by, { action: 'user.end-sessions', subject: uid, after: { ended } })
    return ok({ ended })
  })
}

/**
 * Works like a fan's own deactivation: the table's triggers ban the account, end its sessions and withdraw its
 * standing bids. An owner's account is none to deactivate: the role is taken first. Repeating it changes nothing.
 */
export function setUserActive(
  sql: Sql,
  uid: string,
  isActive: boolean,
  reason: string,
  by: Colleague,
): Promise<Result<{ isActive: boolean }>> {
  return transact(sql, async (tx) => {
    const user = await lockUser(tx, uid)
    if (!user) return refuse('user_not_found')
    const refusal = judge(user, by)
    if (refusal) return refuse(refusal)
    if (user.isActive === isActive) return ok({ isActive })
    // It would take the other owner's word away, which a change of role needs.
    if (!isActive && user.role === OWNER) return refuse('account_of_owner')
    await tx`update users set is_active = ${isActive} where uid = ${uid}`
    // Of a deactivation the table's triggers tell, whoever asked for it.
    if (isActive) {
      const reader = parseSoleRow(
        readerRow,
        await tx`select email as to, language from users where uid = ${uid}`,
      )
      await enqueueMail(tx, { ...reader, template: 'notice_reactivated', data: {} })
    }
    await audit(tx, by, {
      action: isActive ? 'user.reactivate' : 'user.deactivate',
      subject: uid,
      before: { isActive: user.isActive },
      after: { isActive, reason },
    })
    return ok({ isActive })
  })
}

const readerRow = v.object({ to: v.string(), language: v.picklist(['pt', 'en']) })

const userRow = v.object({
  uid: v.string(),
  role: v.picklist(ROLES),
  isActive: v.boolean(),
  isErased: v.boolean(),
})
type User = v.InferOutput<typeof userRow>

function judge(user: User, by: Colleague): Refusal | null {
  if (user.isErased) return 'user_not_found'
  if (isAbove(user, by)) return 'role_insufficient'
  return user.uid === by.uid ? 'own_account' : null
}

/** Their markets before the row, in the lock order of bids and settlements. */
async function lockUser(tx: Tx, uid: string): Promise<User | undefined> {
  await tx`select market.lock_all_of(${uid})`
  const user = parseRow(
    userRow,
    await tx`
      select uid, role, is_active as "isActive", erased_at is not null as "isErased"
      from users where uid = ${uid} for no key update`,
  )
  return user
}
