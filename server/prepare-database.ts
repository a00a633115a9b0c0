/** What a server asks of the database before it opens its own connections. */
import type { Env } from './env.ts'
import { migrate } from './platform/db/migrate.ts'
import { connect } from './platform/db/sql.ts'
import { untilAvailable } from './platform/db/unavailable.ts'
import { storePlatformWallet } from './platform/platform-wallet.ts'

/**
 * Waits for the database, brings it up to date, and resolves with the names of the migrations that were applied. Its
 * connection ends here: those of the serving pools know every type that the migrations create.
 */
export async function prepareDatabase(env: Env): Promise<string[]> {
  const sql = connect(env.DATABASE_URL, { max: 2, name: 'tune-migrations' })
  await untilAvailable(sql)
  const applied = await migrate(sql, env.DATABASE_URL)
  await storePlatformWallet(sql, env.PLATFORM_WALLET)
  await sql.end()
  return applied
}
