/** Makes an account an administrator or a fan. No door leads here: it is called from the command line alone. */
import { audit } from '../../platform/audit.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { withRetries } from '../../platform/db/transact.ts'

/**
 * False when nobody has the address, or has that role already. The trail names the command line and
 * nobody: whoever has a terminal on the database is known to the machine, not to the product.
 */
export function changeRole(sql: Sql, email: string, role: 'admin' | 'user'): Promise<boolean> {
  return withRetries(sql, async (tx) => {
    const [user] = await tx<{ uid: string; before: string }[]>`
      select uid, role as before from users where email = lower(${email}) and erased_at is null for update`
    if (!user || user.before === role) return false
    await tx`update users set role = ${role} where uid = ${user.uid}`
    // What a session opened with the other role must not stay open.
    await tx`delete from auth.sessions where user_id = ${user.uid}`
    await audit(
      tx,
      { uid: null, address: null, door: 'command-line' },
      { action: 'user.role', subject: user.uid, before: { role: user.before }, after: { role } },
    )
    return true
  })
}
