/** Brings a database back as it was at a second. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '#server/platform/db/sql.ts'
import { placeFiles, type RunningPostgres, startPostgres } from '../postgres.ts'
import { type Archive, fetchBackup, listBackups, replaying } from './archive.ts'

/** Replaying a day of a busy market takes minutes. */
const REPLAY_PATIENCE_MS = 3_600_000
const LOOK_EVERY_MS = 100

/** Why nothing was restored, for whoever asked. */
export class NotRecovered extends Error {}

/**
 * Restores the newest backup before `instant` below `dataDir` (as `<dataDir>/postgres`), replays the log up to and including it,
 * or all there is when `instant` is null, and resolves with the database, started on `port` and writing a history of its
 * own. Throws `NotRecovered` when there is no such backup, when the log does not go beyond that instant, and when
 * something is in the way; what is there stays.
 */
export async function recover(
  archive: Archive,
  { instant, dataDir, port }: { instant: Date | null; dataDir: string; port: number },
): Promise<RunningPostgres> {
  if (existsSync(dataDir) && (await readdir(dataDir)).length > 0)
    throw new NotRecovered(`${dataDir} is not empty: restore into a folder of its own.`)
  const backups = await listBackups(archive)
  const backup = backups.find(({ endedAt }) => instant === null || endedAt < instant)
  const asked = instant?.toISOString() ?? 'the end of the log'
  if (!backup) {
    const oldest = backups.at(-1)?.endedAt.toISOString() ?? 'none'
    throw new NotRecovered(`There is no backup from before ${asked}; the oldest: ${oldest}.`)
  }
  await mkdir(dataDir, { recursive: true })
  const files = await placeFiles(join(dataDir, 'postgres'), archive.owner)
  try {
    await fetchBackup(archive, backup.id, files)
    await writeFile(join(files, 'recovery.signal'), '')
    const running = await startPostgres({ dataDir, port, settings: replaying(archive, instant) })
    await untilPromoted(running)
    return running
  } catch (fault) {
    await rm(files, { recursive: true })
    await rm(dataDir, { recursive: true })
    throw new NotRecovered(`${asked} was not reached: ${reasonIn((fault as Error).message)}`)
  }
}

/** The address at the recovered server of the database that `settings` (DATABASE_URL) names: a server may have several. */
export function sameDatabaseAt(server: string, settings: string): string {
  const url = new URL(server)
  url.pathname = new URL(settings).pathname
  return url.href
}

/** Without what Postgres answered to those who asked whether it is up. */
function reasonIn(said: string): string {
  return said
    .split('\n')
    .filter((line) => !line.includes('the database system is starting up'))
    .join('\n')
}

async function untilPromoted({ url, process }: RunningPostgres): Promise<void> {
  let said = ''
  process.stderr?.on('data', (some) => (said = (said + some).slice(-4000)))
  const sql = connect(url, { max: 1 })
  try {
    for (const until = Date.now() + REPLAY_PATIENCE_MS; Date.now() < until; await sleep(LOOK_EVERY_MS)) {
      if (process.exitCode !== null) throw new Error(said)
      const [row] = await sql<{ replaying: boolean }[]>`select pg_is_in_recovery() as replaying`.catch(
        () => [],
      )
      if (row && !row.replaying) return
    }
    throw new Error('it was still replaying after an hour')
  } finally {
    await sql.end({ timeout: 1 })
  }
}
