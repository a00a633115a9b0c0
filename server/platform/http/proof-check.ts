/** Before what a stolen session must not do: whether its holder has to prove once more that the account is theirs. */
import type { Sql } from '../db/sql.ts'
import { type PersonClaims, sessionOf } from './access-token.ts'

/** True for claims that name no session as sessions are named. The rule is `private.proof_is_due`. */
export async function isProofDue(sql: Sql, claims: PersonClaims): Promise<boolean> {
  const session = sessionOf(claims)
  if (!session) return true
  const [answer] = await sql<
    { due: boolean }[]
  >`select private.proof_is_due(${claims.sub}, ${session.id}) as due`
  return answer?.due ?? true
}
