/** Roles of the back office: set at once from the command line; by an owner, with a second owner's confirmation. */
import * as v from 'valibot'
import { gainsRights, OWNER, ROLES, type Role } from '#domain/role.ts'
import { type Actor, audit, type Operator } from '../../platform/audit.ts'
import { parseRow, parseRows } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { withRetries } from '../../platform/db/transact.ts'
import { enqueueMail } from '../outbox.ts'

/**
 * From the command line: false when nobody has the address, or has that role already. The audit trail names the command
 * line and no person: whoever has a terminal on the database is known to the machine, not to the product.
 */
export function changeRole(sql: Sql, email: string, role: Role): Promise<boolean> {
  return withRetries(sql, async (tx) => {
    await lockRoles(tx)
    const user = parseRow(
      holderRow,
      await tx`
        select uid, role from users where email = lower(${email}) and erased_at is null for update`,
    )
    if (!user || user.role === role) return false
    await setRole(tx, user, role, { uid: null, address: null, door: 'command-line' })
    return true
  })
}

/** Changes of roles wait for each other until the transaction ends, so that the last two owners cannot remove one another. */
export async function lockRoles(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('roles'))`
}

const holderRow = v.object({ uid: v.string(), role: v.picklist(ROLES) })
export type Holder = v.InferOutput<typeof holderRow>

/** The account, locked; undefined when there is none. */
export async function lockHolder(tx: Tx, uid: string): Promise<Holder | undefined> {
  return parseRow(
    holderRow,
    await tx`select uid, role from users where uid = ${uid} and erased_at is null for update`,
  )
}

/** The owners whose accounts are active: nobody else can decide or confirm anything. */
export async function ownersIn(tx: Tx): Promise<Holder[]> {
  return parseRows(
    holderRow,
    await tx`select uid, role from users where role = ${OWNER} and is_active and erased_at is null`,
  )
}

/**
 * The caller holds the lock of roles. `facts` are kept with the change in the audit trail. Owners and the person are told
 * by mail, so that nobody comes into the back office unseen.
 */
export async function setRole(
  tx: Tx,
  { uid, role: before }: Holder,
  role: Role,
  by: Actor | Operator,
  facts: object = {},
): Promise<void> {
  await tx`update users set role = ${role} where uid = ${uid}`
  // Nobody grows into more rights within a session that was opened with fewer. Whoever loses some needs none ended: each
  // call and each policy asks for the role, and the next one says so.
  if (gainsRights(before, role)) await tx`delete from auth.sessions where user_id = ${uid}`
  await audit(tx, by, {
    action: 'user.role',
    subject: uid,
    before: { role: before },
    after: { role, ...facts },
  })
  await mailAboutRole(tx, uid, role)
}

const readerRow = v.object({ to: v.string(), language: v.picklist(['pt', 'en']), person: v.string() })

async function mailAboutRole(tx: Tx, uid: string, role: string): Promise<void> {
  const readers = parseRows(
    readerRow,
    await tx`
      select readers.email as to, readers.language, person.email as person
      from users person
      join users readers on readers.uid = person.uid or (readers.role = ${OWNER} and readers.is_active)
      where person.uid = ${uid} and readers.erased_at is null`,
  )
  for (const { person, ...mail } of readers) {
    await enqueueMail(tx, { ...mail, template: 'role_changed', data: { person, role } })
  }
}
