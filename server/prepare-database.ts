/** What a server asks of the database before it serves. */
import type { Env } from './env.ts'
import { faultsOfDatabase } from './platform/db/fitting.ts'
import { claimDatabase, markRole } from './platform/db/installation.ts'
import { migrate } from './platform/db/migrate.ts'
import { connect } from './platform/db/sql.ts'
import { openStrangersLogin } from './platform/db/strangers-login.ts'
import { untilAvailable } from './platform/db/unavailable.ts'
import { createLogger } from './platform/log.ts'
import { StartRefused } from './platform/start-refused.ts'

/**
 * Waits for the database, brings it up to date, opens the strangers' login, and resolves with the names of the migrations
 * that were applied. Throws StartRefused when the settings are not those of the installation the database belongs to.
 */
export async function prepareDatabase(env: Env, log = createLogger(env.LOG_LEVEL)): Promise<string[]> {
  const sql = connect(env.DATABASE_DIRECT_URL, { max: 2, name: 'tune-migrations' })
  try {
    await untilAvailable(sql, (why) => log.warn({ why }, 'the database does not answer; asking again'))
    const faults = await faultsOfDatabase(sql, env.PLATFORM_WALLET, env.JWT_SECRET)
    if (faults.length > 0) throw new StartRefused(faults.join('\n'))
    const applied = await migrate(sql, env.DATABASE_DIRECT_URL)
    await claimDatabase(sql, env.PLATFORM_WALLET, env.JWT_SECRET)
    await openStrangersLogin(sql, env.DATABASE_DIRECT_URL, env.JWT_SECRET)
    await markRole(sql, env.JWT_SECRET)
    return applied
  } finally {
    await sql.end()
  }
}
