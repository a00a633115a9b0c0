/** The worker role: background jobs, the engines and the transaction sender. */
import { EventEmitter } from 'node:events'
import { Logger as JobLogger, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import { redact } from '#domain/redact.ts'
import type { ServerContext } from './context.ts'
import { refuseOtherKey } from './platform/chain/contracts.ts'
import { startTransactionSender } from './platform/chain/transaction-sender.ts'
import type { Sql } from './platform/db/sql.ts'
import { forJob } from './platform/http/request-name.ts'
import { watchAbandonedJobs } from './platform/jobs/abandoned-jobs.ts'
import { createGiveWay } from './platform/jobs/give-way.ts'
import { outlastOutages } from './platform/jobs/outlast-outages.ts'
import { startNotificationEngine, startSettlementEngine } from './product/market/settlement-engine.ts'
import type { JobPayloads } from './product/outbox.ts'
import { checkPixWebhook } from './product/payments/check-pix-webhook.ts'
import { CRONTAB, createTasks } from './product/tasks.ts'

export type Worker = { stop: () => Promise<void> }

const CONCURRENT_JOBS = 5
const POLL_MS = 1000
/** Mails of what has happened already: at most forty a second while people keep the database busy. */
const NEWS = 'mail-notification' satisfies keyof JobPayloads
const NEWS_REST_MS = 25

/** Throws StartRefused when the key that signs on the chain is not the desk's. */
export async function startWorker(ctx: ServerContext): Promise<Worker> {
  await refuseOtherKey(ctx.sql, ctx.env)
  const events: WorkerEvents = new EventEmitter()
  outlastOutages(events)
  const abandoned = await watchAbandonedJobs(ctx, events)
  const jobs = await run({
    events,
    connectionString: ctx.env.DATABASE_DIRECT_URL,
    concurrency: CONCURRENT_JOBS,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    logger: new JobLogger(() => (level, message) => {
      // A mail server's error message may name the recipient.
      if (level === 'error') ctx.log.error({ job: redact(message) }, 'a job failed')
    }),
    taskList: named(withPatience(createTasks(ctx), ctx.sql)),
    crontab: CRONTAB,
  })
  void checkPixWebhook(ctx)
  const settlement = startSettlementEngine(ctx)
  const notifications = startNotificationEngine(ctx)
  const chain = await startTransactionSender(ctx)
  return {
    async stop() {
      await Promise.all([jobs.stop(), settlement.stop(), notifications.stop(), chain.stop()])
      // Last: until then jobs run under its name.
      await abandoned.stop()
    },
  }
}

/** Those that nobody waits for give way to people. */
function withPatience(tasks: TaskList, sql: Sql): TaskList {
  const giveWay = createGiveWay(sql, () => NEWS_REST_MS)
  return { ...tasks, [NEWS]: (payload, helpers) => giveWay(async () => tasks[NEWS]?.(payload, helpers)) }
}

/** Every line that a task writes to the log carries its job's number. */
function named(tasks: TaskList): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload, helpers) => forJob(String(helpers.job.id), () => task?.(payload, helpers)),
    ]),
  )
}
