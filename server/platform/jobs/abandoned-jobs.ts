/**
 * Jobs whose worker died while running them. The queue itself would wait four hours before reassigning them; here
 * every worker holds a lock under its own name for as long as it lives, and jobs held under a name without a lock are
 * released at once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlatformContext } from '../context.ts'
import { connect, type Sql } from '../db/sql.ts'

const ROUND_MS = 2000
/** A worker takes its lock a moment after it may have taken its first job. */
const GRACE_SECONDS = 10

export type AbandonedJobs = { stop: () => Promise<void> }

/** `worker` is the name under which this process takes jobs. */
export function watchAbandonedJobs(ctx: Pick<PlatformContext, 'env' | 'log'>, worker: string): AbandonedJobs {
  const stopping = new AbortController()
  const { signal } = stopping
  // A connection of its own: the lock lives and dies with it.
  const sql = connect(ctx.env.DATABASE_DIRECT_URL, { max: 1, lasting: true, name: 'tune-jobs-watch' })

  async function run(): Promise<void> {
    let holder: number | undefined
    while (!signal.aborted) {
      try {
        const [own] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
        if (own?.pid !== holder) await sql`select pg_advisory_lock(hashtextextended(${lockOf(worker)}, 0))`
        holder = own?.pid
        const freed = await freeAbandonedJobs(sql, worker)
        if (freed.length > 0) ctx.log.warn({ workers: freed }, 'jobs of workers that died are free again')
      } catch (fault) {
        ctx.log.error({ err: fault }, 'looking for abandoned jobs failed; trying again')
      }
      await sleep(ROUND_MS, undefined, { signal }).catch(() => undefined)
    }
    await sql.end({ timeout: 1 })
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Releases the jobs of dead workers; `worker`, the caller, is alive. Resolves with the names of the dead. */
export async function freeAbandonedJobs(sql: Sql, worker: string): Promise<string[]> {
  const dead = await sql<{ name: string }[]>`
    select name
    from (
      select distinct locked_by as name
      from graphile_worker.jobs
      where locked_by <> ${worker} and locked_at < now() - make_interval(secs => ${GRACE_SECONDS})
    ) keepers
    -- Who lives holds it; this one is given back at the end of the statement.
    where pg_try_advisory_xact_lock(hashtextextended(${lockOf('')} || name, 0))`
  const names = dead.map(({ name }) => name)
  if (names.length > 0) await sql`select graphile_worker.force_unlock_workers(${names})`
  return names
}

function lockOf(worker: string): string {
  return `tune worker ${worker}`
}
