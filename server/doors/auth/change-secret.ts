/** What has to change with the secret that signs sessions and seals second factors. */
import type { Query } from './options.ts'
import { decrypt, encrypt } from './secrets.ts'

/**
 * Seals every second factor with the new secret and ends every session, in the transaction of `sql`; resolves with how
 * many factors that were. Recovery codes are kept as digests under the old secret alone, so they go: their owners are
 * shown that none are left. Throws, and changes nothing, when `from` does not open one of the factors.
 */
export async function changeSecret(sql: Query, from: string, to: string): Promise<number> {
  const factors = await sql<{ id: string; secret: string }[]>`
    select id, secret from auth.mfa_factors where secret is not null for update`
  for (const { id, secret } of factors) {
    const sealed = encrypt(to, 'factor secrets', decrypt(from, 'factor secrets', secret))
    await sql`update auth.mfa_factors set secret = ${sealed} where id = ${id}`
  }
  await sql`delete from auth.recovery_codes`
  await sql`delete from auth.sessions`
  return factors.length
}
