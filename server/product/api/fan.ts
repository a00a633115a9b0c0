/** Who is calling: the profile behind a session. */
import type { Sql } from '../../platform/db/sql.ts'
import type { PersonClaims } from '../../platform/http/access-token.ts'

export type Fan = {
  uid: string
  email: string
  wallet: string | null
  language: 'pt' | 'en'
  isAdmin: boolean
  isActive: boolean
  isComplete: boolean
}

/** What the door knows of a request once it may be answered. */
export type ApiEnv = { Variables: { claims: PersonClaims; fan: Fan } }

export async function findFan(sql: Sql, uid: string): Promise<Fan | null> {
  const [fan] = await sql<Fan[]>`
    select uid, email, wallet, language, role = 'admin' as "isAdmin", is_active as "isActive",
      is_complete_profile as "isComplete"
    from users
    where uid = ${uid}`
  return fan ?? null
}
