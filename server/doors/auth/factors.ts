/** What the endpoints for second factors share. */
import { parseRow, parseRows } from '#server/platform/db/rows.ts'
import { isUuid } from './addresses.ts'
import { AuthError } from './errors.ts'
import type { Query } from './options.ts'
import { type FactorRow, factorRow } from './user-json.ts'

export async function factorsOf(sql: Query, userId: string): Promise<FactorRow[]> {
  return parseRows(
    factorRow,
    await sql`select * from auth.mfa_factors where user_id = ${userId} order by created_at, id`,
  )
}

export async function hasVerifiedFactor(sql: Query, userId: string): Promise<boolean> {
  const [factor] = await sql`
    select from auth.mfa_factors where user_id = ${userId} and status = 'verified' limit 1`
  return factor !== undefined
}

/** The user's factor of that id. Throws `factorNotUuid`, `factorUnknown`. */
export async function findFactor(sql: Query, userId: string, id: string): Promise<FactorRow> {
  if (!isUuid(id)) throw new AuthError('factorNotUuid')
  const factor = parseRow(
    factorRow,
    await sql`
      select * from auth.mfa_factors where id = ${id} and user_id = ${userId}`,
  )
  if (!factor) throw new AuthError('factorUnknown')
  return factor
}

/** Removes the factor; sessions that it had raised to aal2 fall back to aal1 at their next refresh. */
export async function removeFactor(tx: Query, factor: FactorRow, now: Date): Promise<void> {
  await tx`
    delete from auth.mfa_amr_claims
    where authentication_method = ${factor.factor_type}
      and session_id in (select id from auth.sessions where factor_id = ${factor.id})`
  await tx`
    update auth.sessions set aal = 'aal1', factor_id = null, updated_at = ${now} where factor_id = ${factor.id}`
  await tx`delete from auth.mfa_factors where id = ${factor.id}`
  // Recovery codes stand in for a factor: without one they are useless, and must not become valid again with the
  // next.
  await tx`
    delete from auth.recovery_codes
    where user_id = ${factor.user_id}
      and not exists (select from auth.mfa_factors where user_id = ${factor.user_id} and status = 'verified')`
}
