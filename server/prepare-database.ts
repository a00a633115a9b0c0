/** What a server asks of the database before it serves. */
import type { Env } from './env.ts'
import { migrate } from './platform/db/migrate.ts'
import { connect } from './platform/db/sql.ts'
import { openStrangersLogin } from './platform/db/strangers-login.ts'
import { untilAvailable } from './platform/db/unavailable.ts'
import { storePlatformWallet } from './platform/platform-wallet.ts'

/**
 * Waits for the database, brings it up to date, opens the strangers' login, and resolves with the names of the migrations
 * that were applied.
 */
export async function prepareDatabase(env: Env): Promise<string[]> {
  const sql = connect(env.DATABASE_DIRECT_URL, { max: 2, name: 'tune-migrations' })
  await untilAvailable(sql)
  const applied = await migrate(sql, env.DATABASE_DIRECT_URL)
  await Promise.all([
    storePlatformWallet(sql, env.PLATFORM_WALLET),
    openStrangersLogin(sql, env.DATABASE_DIRECT_URL, env.JWT_SECRET),
  ])
  await sql.end()
  return applied
}
