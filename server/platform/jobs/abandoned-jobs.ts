/**
 * Jobs that somebody took and nobody runs. The queue itself would wait four hours before reassigning them.
 *
 * Their worker died: every worker holds a lock under its own name for as long as it lives, and jobs held under a name without a
 * lock are released. A worker is known to be dead by its session, which the database ends, and not by how long ago it was heard
 * of.
 *
 * Or the answer that gave them to a worker was lost with its connection: what is held under a worker's own name, and was never
 * begun there, it releases itself.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import type { PlatformContext } from '../context.ts'
import { connect, type Sql } from '../db/sql.ts'

const ROUND_MS = 500
/** So many looks in a row: whose connection was cut, and not their life, has the lock again by then, and a job has begun. */
const LOOKS = 4
/** After a loss of the database everybody takes their lock again, before anybody is taken for dead. */
const AGAIN_MS = 100
/** Shared by all who may have jobs, and no lock under their name yet. An arbitrary constant. */
const BEGINNING = 7_483_003

export type AbandonedJobs = { stop: () => Promise<void> }

/**
 * Call before jobs are taken. `events` are those of the queue in this process, and tell the name under which it takes them: until
 * it is known nobody is declared dead.
 */
export async function watchAbandonedJobs(
  ctx: Pick<PlatformContext, 'env' | 'log'>,
  events: WorkerEvents,
): Promise<AbandonedJobs> {
  const stopping = new AbortController()
  const { signal } = stopping
  const name = new Promise<string>((resolve) => {
    events.once('pool:create', ({ workerPool }) => resolve(workerPool.id))
  })
  const begun = new Set<string>()
  events.on('job:start', ({ job }) => begun.add(attemptOf(job)))
  // A connection of its own: the locks live and die with it.
  const sql = connect(ctx.env.DATABASE_DIRECT_URL, { max: 1, lasting: true, name: 'tune-jobs-watch' })
  await sql`select pg_advisory_lock_shared(${BEGINNING})`

  async function run(): Promise<void> {
    const worker = await name
    let holder: number | undefined
    let [dead, lost] = [looks(), looks()]
    while (!signal.aborted) {
      let pause = ROUND_MS
      try {
        const [own] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
        if (own?.pid !== holder) {
          await sql`select pg_advisory_lock(hashtextextended(${lockOf(worker)}, 0))`
          await sql`select pg_advisory_unlock_shared(${BEGINNING})`
          ;[dead, lost] = [looks(), looks()]
        }
        holder = own?.pid
        const workers = dead(await findDead(sql, worker))
        if (workers.length > 0) {
          await sql`select graphile_worker.force_unlock_workers(${workers})`
          ctx.log.warn({ workers }, 'jobs of workers that died are free again')
        }
        const jobs = lost(await findLost(sql, worker, begun))
        if (jobs.length > 0) {
          await free(sql, worker, jobs)
          ctx.log.warn({ jobs }, 'jobs that were taken and never arrived are free again')
        }
      } catch (fault) {
        ctx.log.error({ err: fault }, 'looking for abandoned jobs failed; trying again')
        pause = AGAIN_MS
      }
      await sleep(pause, undefined, { signal }).catch(() => undefined)
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

/** Takes what one look found, null where it could not look, and answers what so many looks in a row have found. */
function looks(): (found: string[] | null) => string[] {
  let times = new Map<string, number>()
  return (found) => {
    if (found) times = new Map(found.map((each) => [each, (times.get(each) ?? 0) + 1]))
    return [...times].filter(([, count]) => count >= LOOKS).map(([each]) => each)
  }
}

const attemptOf = ({ id, attempts }: { id: string; attempts: number }) => `${id}:${attempts}`

/** What `worker`, the caller, holds and never began; of what it did begin, only what it still holds stays in `begun`. */
async function findLost(sql: Sql, worker: string, begun: Set<string>): Promise<string[]> {
  const before = [...begun]
  const held = await sql<{ id: string; attempts: number }[]>`
    select id::text, attempts from graphile_worker.jobs where locked_by = ${worker}`
  const attempts = new Set(held.map(attemptOf))
  for (const attempt of before) if (!attempts.has(attempt)) begun.delete(attempt)
  return [...attempts].filter((attempt) => !begun.has(attempt))
}

/** The queue offers this for all jobs of a worker alone. */
async function free(sql: Sql, worker: string, lost: string[]): Promise<void> {
  await sql`
    update graphile_worker._private_jobs
    set locked_by = null, locked_at = null
    where locked_by = ${worker} and id || ':' || attempts = any (${lost})`
}

/**
 * The names under which jobs are held and nobody lives; `worker`, the caller, does. Null while somebody begins, or looks as
 * well: whoever has just taken their first job has no lock yet.
 */
export function findDead(sql: Sql, worker: string): Promise<string[] | null> {
  return sql.begin(async (tx) => {
    const [nobody] = await tx<[{ begins: boolean }]>`
      select pg_try_advisory_xact_lock(${BEGINNING}) as begins`
    if (!nobody.begins) return null
    const dead = await tx<{ name: string }[]>`
      select name
      from (select distinct locked_by as name from graphile_worker.jobs where locked_by <> ${worker}) keepers
      -- Who lives holds it; this one is given back at the end of the transaction.
      where pg_try_advisory_xact_lock(hashtextextended(${lockOf('')} || name, 0))`
    return dead.map(({ name }) => name)
  })
}

function lockOf(worker: string): string {
  return `tune worker ${worker}`
}
