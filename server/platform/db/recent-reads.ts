/** Reads that may be a second old: they go to a streaming replica where there is one that keeps up. */
import type { Logger } from '../log.ts'
import { createPulse, type Pulse } from './pulse.ts'
import { connect, type Sql } from './sql.ts'
import { isUnavailable } from './unavailable.ts'

/**
 * For lists and figures of which nobody can tell whether they are a second old: never for what follows from the caller's
 * own change, and never for what decides anything.
 */
export type RecentReads = {
  read: <Value>(work: (sql: Sql) => Promise<Value>) => Promise<Value>
  close: () => Promise<void>
}

const LOOK_EVERY_MS = 500
const MOST_SECONDS_BEHIND = 1
/** A replica that does not answer in time is as good as none. */
const ANSWER_SECONDS = 1
const CONNECTIONS = 10

/** What is known of the replica. */
type State = 'recent' | 'behind' | 'gone'
type Primary = { primary: Sql; unlessSilent: Pulse['unlessSilent']; log: Logger }

/** Without a replica, or while it is behind or gone, `primary` answers; while that is gone, the replica as it is. */
export function createRecentReads(
  { primary, unlessSilent, log }: Primary,
  replicaUrl: string | undefined,
): RecentReads {
  if (!replicaUrl) return { read: (work) => work(primary), close: async () => {} }
  const replica = connect(replicaUrl, { max: CONNECTIONS, name: 'tune-replica' })
  const pulse = createPulse(replicaUrl, { pooled: false, log })
  let found: State = 'gone'
  let isLooking = false

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    const before = found
    found = await stateOf(replica)
    isLooking = false
    if (found !== before) log.info({ replica: found }, 'the replica')
  }
  void look()
  const looking = setInterval(() => void look(), LOOK_EVERY_MS)

  return {
    async read(work) {
      const fromPrimary = () => unlessSilent(() => work(primary))
      const fromReplica = () => pulse.unlessSilent(() => work(replica))
      if (found === 'gone') return fromPrimary()
      const [first, second] = found === 'recent' ? [fromReplica, fromPrimary] : [fromPrimary, fromReplica]
      try {
        return await first()
      } catch (fault) {
        // Also when rows that the query needs were cleaned away on the primary.
        if (!isUnavailable(fault)) throw fault
        if (first === fromReplica) found = 'gone'
        return second()
      }
    },
    async close() {
      clearInterval(looking)
      await Promise.all([pulse.close(), replica.end({ timeout: 5 })])
    },
  }
}

/**
 * 'recent': everything that was committed a second ago is there. A replica that has replayed all it received is up to date
 * while its connection lives; one that was promoted is a primary.
 */
async function stateOf(replica: Sql): Promise<State> {
  const gone = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('no answer')), ANSWER_SECONDS * 1000).unref()
  })
  const asked = replica<[{ recent: boolean }]>`
    select not pg_is_in_recovery() or (
      exists (select from pg_stat_wal_receiver where status = 'streaming')
      and (
        pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn()
        or now() - pg_last_xact_replay_timestamp() < make_interval(secs => ${MOST_SECONDS_BEHIND})
      )
    ) as recent`
  return Promise.race([asked, gone]).then(
    ([{ recent }]) => (recent ? 'recent' : 'behind'),
    () => 'gone',
  )
}
