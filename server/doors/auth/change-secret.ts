/** What has to change together with the secret that signs sessions and seals second factors. */
import * as v from 'valibot'
import { parseRows } from '#server/platform/db/rows.ts'
import type { Query } from './options.ts'
import { decrypt, encrypt } from './secrets.ts'

/**
 * Re-seals every second factor with the new secret and ends every session, in the transaction of `sql`; resolves with
 * the number of factors. Recovery codes are only kept as digests under the old secret, so they are deleted and their
 * owners see that none are left. Throws, and changes nothing, when `from` does not open one of the factors.
 */
export async function changeSecret(sql: Query, from: string, to: string): Promise<number> {
  const factors = parseRows(
    v.object({ id: v.string(), secret: v.string() }),
    await sql`
      select id, secret from auth.mfa_factors where secret is not null for update`,
  )
  for (const { id, secret } of factors) {
    const sealed = encrypt(to, 'factor secrets', decrypt(from, 'factor secrets', secret))
    await sql`update auth.mfa_factors set secret = ${sealed} where id = ${id}`
  }
  await sql`delete from auth.recovery_codes`
  await sql`delete from auth.sessions`
  return factors.length
}

/** Where nobody has the former secret: second factors cannot be opened any more, so they end with the sessions. */
export async function loseSecret(sql: Query): Promise<number> {
  const factors = await sql`delete from auth.mfa_factors returning id`
  await sql`delete from auth.recovery_codes`
  await sql`delete from auth.sessions`
  return factors.length
}
