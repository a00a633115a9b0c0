/** A private, migrated copy of the database for one test file. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { connect, type Sql } from '../platform/db/sql.ts'
import { theCluster } from './cluster.ts'

/** `url` is Postgres itself; on a cluster `sql` goes through its pool. */
export type TestDatabase = { sql: Sql; url: string; drop: () => Promise<void> }

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/**
 * Copies the migrated template, of the run's own Postgres or of the one at `adminUrl`; an `empty` database holds nothing
 * of ours. Call `drop()` in `afterAll`: it fails if a connection was left open.
 */
export async function createTestDatabase(
  options: { max?: number; adminUrl?: string; empty?: boolean } = {},
): Promise<TestDatabase> {
  const adminUrl = options.adminUrl ?? inject('postgresUrl')
  const cluster = options.adminUrl ? null : theCluster()
  const name = `test_${randomBytes(8).toString('hex')}`
  const admin = connect(adminUrl, { max: 1 })
  await admin.unsafe(`create database ${name} template ${options.empty ? 'template0' : 'tune_template'}`)
  await admin.end()
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  const pooled = new URL(cluster?.pool ?? url)
  pooled.pathname = url.pathname
  const sql = connect(pooled.href, { max: options.max ?? 10, pooled: cluster !== null })
  return {
    sql,
    url: url.href,
    async drop() {
      // A driver whose server was killed under it may wait for ever for an answer.
      await sql.end({ timeout: 5 })
      const after = connect(adminUrl, { max: 1 })
      await followersGone(after, name)
      // The pool keeps its own connections.
      await after.unsafe(`drop database ${name} ${cluster ? 'with (force)' : ''}`)
      await after.end()
    },
  }
}

/**
 * A change feed whose socket is closed holds its slot until Postgres notices, and `drop database` waits for other
 * sessions but not for slots. One still there after ten seconds was left open: the drop reports it.
 */
async function followersGone(admin: Sql, database: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const slots = await admin`select from pg_replication_slots where database = ${database}`
    if (slots.length === 0) return
    await sleep(50)
  }
}
