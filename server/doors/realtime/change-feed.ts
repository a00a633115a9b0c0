/**
 * Committed changes of the published tables, in commit order, read from the write-ahead log through a temporary
 * replication slot. Not LISTEN/NOTIFY, which takes a database-wide lock at every commit.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createBackOff } from '../../platform/db/back-off.ts'
import type { Logger } from '../../platform/log.ts'
import type { ChangeFeed, FeedListener } from './change.ts'
import { followLog } from './follow-log.ts'

/** Resolves once changes are being followed: everything committed after that is delivered while it runs. */
export async function startChangeFeed(
  databaseUrl: string,
  log: Logger,
  listener: FeedListener,
): Promise<ChangeFeed> {
  let stopped = false
  let current = await followLog(databaseUrl, listener)
  const running = (async () => {
    for (;;) {
      await current.ended
      if (stopped) return
      log.warn('the change feed was cut off; following anew')
      listener.onGap()
      for (const backOff = createBackOff(); ; ) {
        if (stopped) return
        try {
          current = await followLog(databaseUrl, listener)
          // It was stopped while connecting: nothing else would close this connection.
          if (stopped) return await current.close()
          break
        } catch (fault) {
          log.warn({ err: fault }, 'the change feed cannot follow yet')
          await sleep(backOff.next())
        }
      }
      // Changes committed between the two slots were seen by neither.
      listener.onGap()
    }
  })()
  return {
    async stop() {
      stopped = true
      await current.close()
      await running
    },
  }
}
