/** Changes for one process, which reads the log itself. */
import type { Sql } from '../../platform/db/sql.ts'
import type { ChangeSource } from './change.ts'
import { startChangeFeed } from './change-feed.ts'
import { dropIdleSlot, slotName } from './replication-slot.ts'
import { createVisibleChanges } from './visible-changes.ts'

/** `databaseUrl` is Postgres itself: a pooler passes no replication. */
export function ownChanges(sql: Sql, databaseUrl: string): ChangeSource {
  return async (log, { wants, onChange, onGap }) => {
    const visible = createVisibleChanges(sql, {
      onChange,
      onLost(fault) {
        log.error({ err: fault }, 'changes could not be seen')
        onGap()
      },
    })
    // Left by processes that shared their reading; nobody waits for it.
    const dropped = slotName(sql)
      .then((name) => dropIdleSlot(sql, name))
      .catch((fault) => log.warn({ err: fault }, 'an unused replication slot could not be dropped'))
    const feed = await startChangeFeed(databaseUrl, log, { wants, onChange: visible.push, onGap })
    return {
      async stop() {
        await feed.stop()
        await dropped
        await visible.settled()
      },
    }
  }
}
