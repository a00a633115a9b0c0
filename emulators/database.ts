/** One SQLite file per emulator: state outlives a `kill -9` because every commit reaches the write-ahead log. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Opens (or creates) `<dataDir>/<name>.sqlite` and runs `schema`, which must be safe to run again.
 * @throws when the folder cannot be written.
 */
export function openDatabase(dataDir: string, name: string, schema: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true })
  const db = new DatabaseSync(join(dataDir, `${name}.sqlite`))
  db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000')
  db.exec(schema)
  return db
}

/** Runs `work` in one transaction: all of its writes are kept, or none when it throws. Not re-entrant. */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('begin immediate')
  try {
    const result = work()
    db.exec('commit')
    return result
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}
