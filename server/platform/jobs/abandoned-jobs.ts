/**
 * Jobs whose worker died while running them. The queue itself would wait four hours before reassigning them; here every
 * worker holds a lock under its own name for as long as it lives, and jobs held under a name without a lock are released.
 * A worker is known to be dead by its session, which the database ends, and not by how long ago it was heard of.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlatformContext } from '../context.ts'
import { connect, type Sql } from '../db/sql.ts'

const ROUND_MS = 500
/** So many looks in a row without a lock: whose connection was cut, and not their life, has it again by then. */
const LOOKS = 4
/** After a loss of the database everybody takes their lock again, before anybody is taken for dead. */
const AGAIN_MS = 100
/** Shared by all who may have jobs, and no lock under their name yet. An arbitrary constant. */
const BEGINNING = 7_483_003

export type AbandonedJobs = { stop: () => Promise<void> }

/**
 * Call before jobs are taken. `name`, under which this process takes them, may become known afterwards: until then nobody
 * is declared dead.
 */
export async function watchAbandonedJobs(
  ctx: Pick<PlatformContext, 'env' | 'log'>,
  name: Promise<string>,
): Promise<AbandonedJobs> {
  const stopping = new AbortController()
  const { signal } = stopping
  // A connection of its own: the locks live and die with it.
  const sql = connect(ctx.env.DATABASE_DIRECT_URL, { max: 1, lasting: true, name: 'tune-jobs-watch' })
  await sql`select pg_advisory_lock_shared(${BEGINNING})`

  async function run(): Promise<void> {
    const worker = await name
    let holder: number | undefined
    let missed = new Map<string, number>()
    while (!signal.aborted) {
      let pause = ROUND_MS
      try {
        const [own] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
        if (own?.pid !== holder) {
          await sql`select pg_advisory_lock(hashtextextended(${lockOf(worker)}, 0))`
          await sql`select pg_advisory_unlock_shared(${BEGINNING})`
          missed = new Map()
        }
        holder = own?.pid
        const dead = await findDead(sql, worker)
        if (dead) missed = new Map(dead.map((each) => [each, (missed.get(each) ?? 0) + 1]))
        const freed = [...missed].filter(([, looks]) => looks >= LOOKS).map(([each]) => each)
        if (freed.length > 0) {
          await sql`select graphile_worker.force_unlock_workers(${freed})`
          ctx.log.warn({ workers: freed }, 'jobs of workers that died are free again')
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
