/** Identifies the fan: the profile behind a session. */
import * as v from 'valibot'
import { parseRow } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { PersonClaims } from '../../platform/http/access-token.ts'

const fanRow = v.object({
  uid: v.string(),
  email: v.string(),
  wallet: v.nullable(v.string()),
  language: v.picklist(['pt', 'en']),
  /** Once authorised: an administrator in a session with the second factor, where one is required. */
  isAdmin: v.boolean(),
  isActive: v.boolean(),
  isComplete: v.boolean(),
})
export type Fan = v.InferOutput<typeof fanRow>

/** What the door knows about an authorised request. */
export type ApiEnv = { Variables: { claims: PersonClaims; fan: Fan } }

export async function findFan(sql: Sql, uid: string): Promise<Fan | null> {
  const fan = parseRow(
    fanRow,
    await sql`
      select uid, email, wallet, language, role = 'admin' as "isAdmin", is_active as "isActive",
        is_complete_profile as "isComplete"
      from users
      where uid = ${uid}`,
  )
  return fan ?? null
}
