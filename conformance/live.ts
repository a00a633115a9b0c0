/** The realtime door on a database, for clients that listen. */

import type { ChangeSource } from '#server/doors/realtime/change.ts'
import { startRealtime } from '#server/doors/realtime/door.ts'
import { ownChanges } from '#server/doors/realtime/own-changes.ts'
import { shareChanges } from '#server/doors/realtime/shared-changes.ts'
import type { BroadcastSource } from '#server/doors/realtime/topics.ts'
import { connect } from '#server/platform/db/sql.ts'
import { createLogger } from '#server/platform/log.ts'
import { theCluster } from '#server/testing/cluster.ts'
import type { TestDatabase } from '#server/testing/database.ts'
import { type Harness, JWT_SECRET, startHarness } from './harness.ts'

/** As a process of its own hears of them, or as those of a cluster do. */
function changesOf({ sql, url }: TestDatabase): ChangeSource {
  const cluster = theCluster()
  return cluster
    ? shareChanges({ sql, databaseUrl: url, servers: cluster.nats, replicas: 3 })
    : ownChanges(sql, url)
}

export type Live = { harness: Harness; close: () => Promise<void> }

/** `close` drops the database as well. */
export async function startLive(
  database: TestDatabase,
  sources: readonly BroadcastSource[] = [],
): Promise<Live> {
  const strangers = connect(database.url, { max: 5, role: 'authenticator' })
  const harness = await startHarness(() => ({}))
  const realtime = await startRealtime(
    {
      sql: database.sql,
      strangerSql: strangers,
      changes: changesOf(database),
      jwtSecret: JWT_SECRET,
      mayWatch: () => true,
      maxSocketsPerAddress: 100,
      clientAddress: () => 'x',
      log: createLogger('silent'),
    },
    harness.server,
    sources,
  )
  return {
    harness,
    async close() {
      await realtime.stop()
      await harness.close()
      await strangers.end()
      await database.drop()
    },
  }
}
