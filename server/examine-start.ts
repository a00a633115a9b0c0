/** Everything that speaks against a start, in one list, so that one more try is enough. */
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Env, EnvironmentError } from './env.ts'
import { examineEnv } from './env-examined.ts'
import { faultsOfDatabase } from './platform/db/fitting.ts'
import { connect } from './platform/db/sql.ts'
import { faultOfFolder } from './platform/files/usable-folder.ts'

/** A database that is away is not worth a longer wait when the settings are wrong anyway. */
const PATIENCE_MS = 3000

/** The settings, and what is said about them. Throws an EnvironmentError that lists every fault. */
export async function examineStart(): Promise<{ env: Env; warnings: string[] }> {
  const { read, faults, warnings } = examineEnv()
  const folder = resolve(read.DATA_DIR ?? '.data')
  const ofFolder = faultOfFolder(folder)
  if (ofFolder) faults.push(`DATA_DIR: ${folder} ${ofFolder}`)
  // A database that is fit is asked again by whoever prepares it, and waited for.
  if (faults.length > 0) throw new EnvironmentError([...faults, ...(await askDatabase(read))])
  return { env: read as Env, warnings }
}

async function askDatabase(read: Partial<Env>): Promise<string[]> {
  const { DATABASE_DIRECT_URL: url, PLATFORM_WALLET: wallet, JWT_SECRET: secret } = read
  if (!url || !wallet || !secret) return []
  const sql = connect(url, { max: 1, name: 'tune-start' })
  try {
    const silence = sleep(PATIENCE_MS, null, { ref: false }).then(() => {
      throw new Error(`nothing within ${PATIENCE_MS / 1000} s`)
    })
    return await Promise.race([faultsOfDatabase(sql, wallet, secret), silence])
  } catch (fault) {
    return [`DATABASE_URL: the database does not answer (${(fault as Error).message})`]
  } finally {
    await sql.end({ timeout: 1 })
  }
}
