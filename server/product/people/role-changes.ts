/**
 * An owner changes what somebody is in the back office; another owner confirms it. Where there is no other active owner, the
 * change is made at once.
 */
import * as v from 'valibot'
import type { Refusal } from '#domain/refusal.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { OWNER, ROLE_CHANGE_STATUSES, ROLES, type Role, type RoleChangeStatus } from '#domain/role.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { parseRow, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { hasLapsed } from '../back-office/lapsed-role-changes.ts'
import { type Holder, lockHolder, lockRoles, ownersIn, setRole } from './change-role.ts'

type Told = { status: RoleChangeStatus }

const changeRow = v.object({
  id: rowId,
  person: v.string(),
  before: v.picklist(ROLES),
  role: v.picklist(ROLES),
  reason: v.string(),
  requestedBy: v.string(),
  status: v.picklist(ROLE_CHANGE_STATUSES),
  hasLapsed: v.boolean(),
})
type Change = v.InferOutput<typeof changeRow>

/** Asks for it, or makes it where there is one owner alone. */
export function requestRoleChange(
  sql: Sql,
  uid: string,
  { role, reason }: { role: Role; reason: string },
  by: Actor,
): Promise<Result<Told>> {
  return underLock(sql, by, async (tx, owners) => {
    const person = await lockHolder(tx, uid)
    if (!person) return refuse('user_not_found')
    const waiting = await tx`select from private.role_changes where user_id = ${uid} and status = 'requested'`
    if (waiting.length > 0) return refuse('role_change_waiting')
    const refusal = obstacleTo(person, role, owners)
    if (refusal) return refuse(refusal)
    const isAlone = owners.length === 1
    const status = isAlone ? 'done' : 'requested'
    await tx`
      insert into private.role_changes (user_id, before, role, reason, requested_by, status, ended_by, ended_at)
      values (${uid}, ${person.role}, ${role}, ${reason}, ${by.uid}, ${status}, ${isAlone ? by.uid : null},
        ${isAlone ? tx`clock_timestamp()` : null})`
    if (isAlone) await setRole(tx, person, role, by, { reason })
    else {
      await audit(tx, by, {
        action: 'user.role-asked',
        subject: uid,
        before: { role: person.role },
        after: { role, reason },
      })
    }
    return ok({ status })
  })
}

/** Makes the change that another owner asked for. Repeating it changes nothing. */
export function confirmRoleChange(sql: Sql, uid: string, by: Actor): Promise<Result<Told>> {
  return underLock(sql, by, async (tx, owners) => {
    const change = await lockChange(tx, uid)
    if (!change) return refuse('role_change_not_found')
    if (change.status === 'done') return ok({ status: change.status })
    if (change.status !== 'requested') return refuse('role_change_decided')
    if (change.requestedBy === by.uid) return refuse('second_owner_due')
    const person = await lockHolder(tx, change.person)
    if (!person || change.hasLapsed) return refuse('role_change_lapsed')
    const refusal = obstacleTo(person, change.role, owners)
    if (refusal) return refuse(refusal)
    await end(tx, change, 'done', by)
    await setRole(tx, person, change.role, by, { reason: change.reason })
    return ok({ status: 'done' })
  })
}

/** Turns down what another owner asked for, or takes back what one asked for oneself. Repeating it changes nothing. */
export function rejectRoleChange(sql: Sql, uid: string, by: Actor): Promise<Result<Told>> {
  return underLock(sql, by, async (tx) => {
    const change = await lockChange(tx, uid)
    if (!change) return refuse('role_change_not_found')
    if (change.status === 'rejected') return ok({ status: change.status })
    if (change.status !== 'requested') return refuse('role_change_decided')
    await end(tx, change, 'rejected', by)
    const { person: subject, before, role } = change
    await audit(tx, by, {
      action: 'user.role-refused',
      subject,
      before: { role: before },
      after: { role },
    })
    return ok({ status: 'rejected' })
  })
}

/** Refused to whoever has ceased to be an owner since the call was let in. */
function underLock(
  sql: Sql,
  by: Actor,
  work: (tx: Tx, owners: Holder[]) => Promise<Result<Told>>,
): Promise<Result<Told>> {
  return transact(sql, async (tx) => {
    await lockRoles(tx)
    const owners = await ownersIn(tx)
    if (!owners.some(({ uid }) => uid === by.uid)) return refuse('forbidden')
    return work(tx, owners)
  })
}

function obstacleTo(person: Holder, role: Role, owners: readonly Holder[]): Refusal | null {
  if (person.role === role) return 'role_unchanged'
  const remains = owners.some(({ uid }) => uid !== person.uid)
  return person.role === OWNER && !remains ? 'last_owner' : null
}

async function lockChange(tx: Tx, uid: string): Promise<Change | undefined> {
  return parseRow(
    changeRow,
    await tx`
      select id, user_id as person, before, role, reason, requested_by as "requestedBy", status,
        ${hasLapsed(tx, tx`role_changes`)} as "hasLapsed"
      from private.role_changes where uid = ${uid} for update`,
  )
}

async function end(tx: Tx, { id }: Change, status: RoleChangeStatus, by: Actor): Promise<void> {
  await tx`
    update private.role_changes set status = ${status}, ended_by = ${by.uid}, ended_at = clock_timestamp()
    where id = ${id}`
}
