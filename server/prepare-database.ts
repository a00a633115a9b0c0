/** What a server asks of the database before it serves. */
import type { Env } from './env.ts'
import { claimDatabase, markRole } from './platform/db/installation.ts'
import { migrate } from './platform/db/migrate.ts'
import { connect } from './platform/db/sql.ts'
import { openStrangersLogin } from './platform/db/strangers-login.ts'
import { untilAvailable } from './platform/db/unavailable.ts'
import { storePlatformWallet } from './platform/platform-wallet.ts'

/**
 * Waits for the database, brings it up to date, opens the strangers' login, and resolves with the names of the migrations
 * that were applied. Throws StartRefused when the settings are not those of the installation the database belongs to.
 */
export async function prepareDatabase(env: Env): Promise<string[]> {
  const sql = connect(env.DATABASE_DIRECT_URL, { max: 2, name: 'tune-migrations' })
  await untilAvailable(sql)
  const applied = await migrate(sql, env.DATABASE_DIRECT_URL)
  try {
    await claimDatabase(sql, env.PLATFORM_WALLET, env.JWT_SECRET)
    await Promise.all([
      storePlatformWallet(sql, env.PLATFORM_WALLET),
      openStrangersLogin(sql, env.DATABASE_DIRECT_URL, env.JWT_SECRET),
    ])
    await markRole(sql, env.JWT_SECRET)
    return applied
  } finally {
    await sql.end()
  }
}
