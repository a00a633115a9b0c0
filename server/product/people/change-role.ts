/** Makes an account an administrator or a fan. Only reachable from the command line. */
import * as v from 'valibot'
import { audit } from '../../platform/audit.ts'
import { parseRow } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { withRetries } from '../../platform/db/transact.ts'

/**
 * False when nobody has the address, or has that role already. The audit trail names the command line and no person:
 * whoever has a terminal on the database is known to the machine, not to the product.
 */
export function changeRole(sql: Sql, email: string, role: 'admin' | 'user'): Promise<boolean> {
  return withRetries(sql, async (tx) => {
    const user = parseRow(
      v.object({ uid: v.string(), before: v.string() }),
      await tx`
        select uid, role as before from users where email = lower(${email}) and erased_at is null for update`,
    )
    if (!user || user.before === role) return false
    await tx`update users set role = ${role} where uid = ${user.uid}`
    // Sessions opened under the other role must not stay open.
    await tx`delete from auth.sessions where user_id = ${user.uid}`
    await audit(
      tx,
      { uid: null, address: null, door: 'command-line' },
      { action: 'user.role', subject: user.uid, before: { role: user.before }, after: { role } },
    )
    return true
  })
}
