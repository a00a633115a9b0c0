// @module-tag release
import { EventEmitter } from 'node:events'
import { connect as dial } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestPostgres } from '../../testing/postgres.ts'
import { connect } from '../db/sql.ts'
import { outlastOutages } from './outlast-outages.ts'

function isRefused(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = dial(Number(port), hostname)
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true))
    socket.once('connect', () => socket.destroy())
  })
}

/** A queue that outlasts outages, until the test has ended. */
async function startQueue(url: string, taskList: TaskList) {
  const events: WorkerEvents = new EventEmitter()
  outlastOutages(events)
  const jobs = await run({
    events,
    connectionString: url,
    concurrency: 2,
    pollInterval: 100,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
    taskList,
  })
  onTestFinished(async () => {
    await jobs.stop()
    // The queue's own promise does not wait until its connections are closed.
    const sql = connect(url, { max: 1 })
    const others = () => sql`
      select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
    await vi.waitFor(async () => expect([...(await others())]).toEqual([]), { timeout: 30_000 })
    await sql.end()
  })
  return jobs
}

test('a job that ends while the database is away has ended when it is back, and so has one that fails', async () => {
  const postgres = await startTestPostgres({})
  onTestFinished(() => postgres.stop())
  let restarted: Promise<void> | null = null
  let taken = 0
  async function loseDatabase() {
    taken++
    while (taken < 2) await sleep(1)
    restarted ??= postgres.killAndRestart()
    while (!(await isRefused(postgres.url))) await sleep(1)
  }
  const jobs = await startQueue(postgres.url, {
    ends: loseDatabase,
    async fails() {
      await loseDatabase()
      throw new Error('on purpose')
    },
  })
  await jobs.addJob('ends', {})
  await jobs.addJob('fails', {}, { maxAttempts: 1 })
  await expect.poll(() => restarted).not.toBeNull()
  await restarted
  const sql = connect(postgres.url, { max: 1 })
  onTestFinished(() => sql.end())
  const left = () => sql`select task_identifier, last_error, locked_at from graphile_worker.jobs`
  await expect
    .poll(async () => [...(await left())])
    .toEqual([{ task_identifier: 'fails', last_error: 'on purpose', locked_at: null }])
})

test.each(['killed', 'shut down'])(
  'a job whose end is being written down when the database is %s has ended when it is back',
  async (how) => {
    const postgres = await startTestPostgres({})
    onTestFinished(() => postgres.stop())
    const started = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const jobs = await startQueue(postgres.url, {
      async ends() {
        started.resolve()
        await held.promise
      },
    })
    await jobs.addJob('ends', {})
    await started.promise
    const other = connect(postgres.url, { max: 2 })
    const locked = Promise.withResolvers<void>()
    const holding = other
      .begin(async (tx) => {
        await tx`select from graphile_worker._private_jobs for update`
        locked.resolve()
        await new Promise(() => {})
      })
      .catch((fault: unknown) => fault)
    await locked.promise
    held.resolve()
    const waiting = () => other`
    select from pg_stat_activity where wait_event_type = 'Lock' and query like '%delete from%'`
    await expect.poll(waiting).toHaveLength(1)
    if (how === 'killed') await postgres.killAndRestart()
    else {
      await postgres.stopServer()
      await postgres.startServer()
    }
    await holding
    await expect.poll(() => other`select from graphile_worker.jobs`.catch(() => null)).toHaveLength(0)
    await other.end({ timeout: 1 })
  },
)
