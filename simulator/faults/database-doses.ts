/** What others do to the database that the product shares with them. */
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Sql } from '#server/platform/db/sql.ts'
import { settingsOf, type World } from '../../scripts/start-world.ts'
import type { Dose } from './dose.ts'

const HELD_MS = 6000

/** Postgres itself: behind a pool a stranger would wait like everybody. */
const directTo = ({ dataDir, databaseUrl }: World) => settingsOf(dataDir).DATABASE_DIRECT_URL ?? databaseUrl

/** A database that a dose before has taken away has nothing to be taken. */
async function unlessAway(work: Promise<unknown>): Promise<void> {
  await work.catch((fault: { code?: string }) => {
    if (!/^(ECONN|CONNECT|CONNECTION_|57P|53300|55P03|25P0)/.test(fault.code ?? '')) throw fault
  })
}

export const DATABASE_DOSES: readonly Dose[] = [
  {
    name: 'take every connection that is left',
    async give(world) {
      const taken: Sql[] = []
      try {
        for (let full = false; !full; ) {
          const one = connect(directTo(world), { max: 1 })
          taken.push(one)
          await one`select`.catch(() => {
            full = true
          })
        }
        await sleep(HELD_MS)
      } finally {
        await Promise.all(taken.map((one) => one.end({ timeout: 1 })))
      }
    },
  },
  {
    name: 'hold every project in a transaction that does nothing',
    async give(world) {
      const stranger = connect(directTo(world), { max: 1 })
      await unlessAway(
        stranger.begin(async (tx) => {
          await tx`set local lock_timeout = '2s'`
          await tx`select from market.state order by project_id for no key update`
          await sleep(HELD_MS)
        }),
      )
      await stranger.end({ timeout: 1 })
    },
  },
]
