import * as v from 'valibot'
import { parseRow } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'

/** The uid of the active administrator with that address; null when there is none. */
export async function findAdministrator(sql: Sql, email: string): Promise<string | null> {
  const admin = parseRow(
    v.object({ uid: v.string() }),
    await sql`
      select uid from users where email = lower(${email}) and role = 'admin' and is_active`,
  )
  return admin?.uid ?? null
}
