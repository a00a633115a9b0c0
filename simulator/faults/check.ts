/** What must be true once everything runs again, from what people were told, the books, the providers and the chain. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '#server/platform/db/sql.ts'
import type { World } from '../../scripts/start-world.ts'
import { settingsOf } from '../../scripts/start-world.ts'
import { readLog, verify } from '../../scripts/verify-auction.ts'
import { FARTHEST_SECONDS } from './clock.ts'
import type { Opened, People, Told } from './people.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Jobs that failed meanwhile wait before they are tried again. */
const CALM_MS = 240_000
const LOOK_EVERY_MS = 1000

/** Every fault found, in words; none when all is well. */
export async function findFaults(
  world: World,
  sql: Sql,
  { told, opened }: Pick<People, 'told' | 'opened'>,
  begun: Date,
): Promise<string[]> {
  const restless = await untilCalm(sql)
  if (restless) return [restless]
  return [
    ...(await wrongPayments(sql, told)),
    ...(await wrongDoors(sql, opened, begun)),
    ...(await wrongBooks(sql)),
    ...(await wrongLogs(world, sql)),
    ...differences(world),
  ]
}

/** Resolves with null once nothing is on its way any more. */
async function untilCalm(sql: Sql): Promise<string | null> {
  let left: unknown = null
  for (const until = Date.now() + CALM_MS; Date.now() < until; await sleep(LOOK_EVERY_MS)) {
    left = await onTheirWay(sql).catch((fault: Error) => fault.message)
    if (Array.isArray(left) && left.every(({ rows }) => rows === 0)) return null
  }
  return `still on the way after ${CALM_MS / 1000} s: ${JSON.stringify(left)}; jobs: ${JSON.stringify(await waitingJobs(sql))}`
}

/** Whatever should have carried it on, with why it did not. */
function waitingJobs(sql: Sql): Promise<object[]> {
  return sql`
    select task_identifier as task, attempts, last_error as "lastError", locked_by as "lockedBy",
      ceil(extract(epoch from run_at - now())) as "dueInSeconds"
    from graphile_worker.jobs
    where attempts > 0
    order by run_at
    limit 20`
}

function onTheirWay(sql: Sql): Promise<{ what: string; rows: number }[]> {
  return sql`
    select 'payments by card' as what, count(*)::int as rows from payments where status = 'pending' and method = 'card'
    union all
    select 'tokens', count(*)::int from mints where status = 'pending'
    union all
    select 'records on the chain', count(*)::int from chain.operations where ended_at is null`
}

/** What was acknowledged is there once; what was refused left nothing. */
async function wrongPayments(sql: Sql, told: readonly Told[]): Promise<string[]> {
  const accepted = told.filter(({ payment }) => payment !== null)
  const uids = accepted.map(({ payment }) => payment as string)
  const kept = await sql<{ uid: string }[]>`select uid from payments where uid = any (${uids}::uuid[])`
  const there = new Set(kept.map(({ uid }) => uid))
  const refused = told.filter(({ payment }) => payment === null)
  const left = await sql<{ key: string }[]>`
    select refused.key
    from jsonb_to_recordset(${sql.json(refused)}) as refused (who uuid, key text)
    left join private.idempotency_keys keys on keys.user_id = who and keys.key = refused.key
    left join payments on payments.id = keys.payment_id or payments.uid = private.uid_of_key(who, refused.key)
    where keys.status = 200 or payments.status <> 'failed'`
  return [
    ...uids.filter((uid) => !there.has(uid)).map((uid) => `payment ${uid} was acknowledged and is gone`),
    ...(new Set(uids).size < uids.length ? ['two calls were answered with one payment'] : []),
    ...left.map(({ key }) => `the refused call ${key} left a payment`),
  ]
}

/** Nobody got in with a token of somebody else's, nor with one whose window had ended before the first fault. */
async function wrongDoors(sql: Sql, opened: readonly Opened[], begun: Date): Promise<string[]> {
  const wrong = await sql<{ token: string; who: string }[]>`
    select token, who
    from jsonb_to_recordset(${sql.json(opened as Opened[])}) as opened (who uuid, token uuid)
    left join mints on mints.uid = token and mints.user_id = who
    where mints.uid is null
      or will_expire_at < ${begun}::timestamptz - make_interval(secs => ${FARTHEST_SECONDS})`
  return wrong.map(({ token, who }) => `${who} got in with ${token} outside any window of theirs`)
}

async function wrongBooks(sql: Sql): Promise<string[]> {
  const views = await sql<{ view: string }[]>`
    select oid::regclass::text as view from pg_class where relkind = 'v' and relname like '%faults' order by 1`
  const found: string[] = []
  for (const { view } of views)
    for (const row of await sql.unsafe(`select * from ${view}`)) found.push(`${view}: ${JSON.stringify(row)}`)
  return found
}

/** Whoever reads the public log of an auction alone derives the winners that the rows name. */
async function wrongLogs(world: World, sql: Sql): Promise<string[]> {
  const projects = await sql<{ uid: string; winners: number[] }[]>`
    select uid, array(
      select id::int from bids where project_id = projects.id and status = 'winner' order by id
    ) as winners
    from projects`
  const found: string[] = []
  for (const { uid, winners } of projects) {
    try {
      const derived = verify(await readLog(world.url, uid)).winners.map(({ bid }) => bid)
      if (String(derived.toSorted((one, other) => one - other)) !== String(winners))
        found.push(`the log of ${uid} has winners ${derived}, the rows have ${winners}`)
    } catch (fault) {
      found.push(`the log of ${uid}: ${(fault as Error).message}`)
    }
  }
  return found
}

/** How the command line ends where it could not do what it was asked for. */
const UNANSWERED = 2
const MOST_TRIES = 10

/** The ledger beside the providers' and the chain's own records. */
function differences({ dataDir }: World): string[] {
  const env = settingsOf(dataDir)
  const ask = () =>
    spawnSync(process.execPath, ['cli/main.ts', 'reconcile'], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    })
  let asked = ask()
  // Outside services may still have faults to give: the command says so, and compares nothing.
  for (let tries = 1; asked.status === UNANSWERED && tries < MOST_TRIES; tries++) asked = ask()
  const { status, stdout, stderr } = asked
  return status === 0 ? [] : [`reconcile: ${stdout}${stderr}`]
}
