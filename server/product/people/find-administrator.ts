import * as v from 'valibot'
import { type MayUse, mayUse, STAFF_ROLES } from '#domain/role.ts'
import { parseRow } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'

/** The uid of the active administrator with that address and one of these roles, or an owner's; null when there is none. */
export async function findAdministrator(sql: Sql, email: string, roles: MayUse): Promise<string | null> {
  const admin = parseRow(
    v.object({ uid: v.string(), role: v.nullable(v.picklist(STAFF_ROLES)) }),
    await sql`select uid, private.staff_role(uid) as role from users where email = lower(${email})`,
  )
  return admin && mayUse(roles, admin.role) ? admin.uid : null
}
