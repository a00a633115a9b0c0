/** The services of one process. */
import type { ChildProcess } from 'node:child_process'
import { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from './app.ts'
import type { ServerContext } from './context.ts'
import { createContext } from './create-context.ts'
import type { ChangeSource } from './doors/realtime/change.ts'
import type { RealtimeFigures } from './doors/realtime/counts.ts'
import { type RunningRealtime, startRealtime } from './doors/realtime/door.ts'
import type { RealtimeOptions } from './doors/realtime/options.ts'
import { ownChanges } from './doors/realtime/own-changes.ts'
import type { Env } from './env.ts'
import type { Sql } from './platform/db/sql.ts'
import { addressOf, trustProxies } from './platform/http/client-address.ts'
import { endServing } from './platform/http/end-serving.ts'
import { createHttpServer, listen } from './platform/http/http-server.ts'
import { statusPages } from './platform/http/ready.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import { openDesks } from './platform/shared-desk.ts'
import type { WebPart } from './process-arguments.ts'
import { createAccountCheck, mayWatchTopics } from './product/api/check-account.ts'
import { createAuctionPublisher } from './product/market/auction-publisher.ts'
import { findMarket } from './product/market/market-key.ts'
import { readMarket } from './product/market/read-market.ts'
import { shareDesk } from './product/market/share-desk.ts'
import { readProjectUpdates } from './product/projects/projects.ts'
import { createProjectsPublisher } from './product/projects/projects-publisher.ts'
import {
  fitWebProcesses,
  handOver,
  requireFreePort,
  saysThatItServes,
  startWebProcesses,
  wantsSeveral,
} from './web-processes.ts'
import type { Worker } from './worker.ts'

/** A household has a handful; a mobile network puts hundreds of people behind one address. */
const SOCKETS_PER_ADDRESS = 500

/** Ends what was started, calls in progress first. */
export type End = () => Promise<void>

/**
 * Starts those that `env` names once the database is `prepared`, which resolves with the migrations that were applied. `warnings` are
 * what was found about the settings.
 * Resolves with the function that ends them again, calls in progress first.
 */
export async function startServices(
  env: Env,
  prepared: Promise<readonly string[]>,
  warnings: readonly string[] = [],
): Promise<End> {
  const ctx = createContext(env)
  for (const setting of warnings) ctx.log.warn({ setting }, 'a setting should be looked at')
  const runs = (service: (typeof env.SERVICES)[number]) => env.SERVICES.includes(service)

  trustProxies(env.TRUSTED_PROXIES)
  if (runs('web') && wantsSeveral(env)) return startBesideWebProcesses(ctx, prepared)
  let isEnding = false
  const serves = runs('web') || runs('realtime')
  const port = serves ? env.PORT : env.WORKER_PORT
  const metrics = port ? await loadMetrics(ctx) : null
  const app = serves ? createApp(ctx, metrics, () => isEnding) : statusPages(ctx.sql, metrics, () => isEnding)
  await tellMigrations(ctx, prepared)
  const server = port ? createHttpServer(app.fetch, env.PUBLIC_URL) : null
  const opens = server && port ? () => listen(server, port, env.HOST) : null
  const [worker, realtime] = await Promise.all([
    openWorker(ctx),
    server && runs('realtime') ? openRealtime(ctx, server) : null,
    // Whoever asks for pages and calls waits for neither: the log is read only after every transaction under way has ended.
    runs('web') ? opens?.() : null,
  ])
  if (realtime) metrics?.addRealtime(realtime.figures)
  // Without pages: callers that get an answer, including from /health, find websockets and jobs under way.
  if (!runs('web')) await opens?.()
  ctx.log.info({ services: env.SERVICES, port }, 'serving')
  return async () => {
    isEnding = true
    await sleep(env.DRAIN_SECONDS * 1000)
    // Websockets end before the HTTP server, which waits for every connection.
    await realtime?.stop()
    if (server) await endServing(server)
    await worker?.stop()
    await ctx.close()
  }
}

/** Null where another process is the worker. */
async function openWorker(ctx: ServerContext): Promise<Worker | null> {
  return ctx.env.SERVICES.includes('worker') ? (await import('./worker.ts')).startWorker(ctx) : null
}

async function tellMigrations({ log }: ServerContext, prepared: Promise<readonly string[]>): Promise<void> {
  for (const name of await prepared) log.info({ migration: name }, 'migrated')
}

/** The worker and realtime in this process, and pages and calls in others that it starts and ends. */
async function startBesideWebProcesses(
  ctx: ServerContext,
  prepared: Promise<readonly string[]>,
): Promise<End> {
  const { env, log, sql } = ctx
  await tellMigrations(ctx, prepared)
  // Listens nowhere: web processes hand websockets to it.
  const handedTo = env.SERVICES.includes('realtime') ? new Server() : null
  const count = await fitWebProcesses(sql, env)
  await requireFreePort(env.PORT, env.HOST)
  const metrics = await loadMetrics(ctx)
  const [worker, realtime, web] = await Promise.all([
    openWorker(ctx),
    handedTo && openRealtime(ctx, handedTo),
    // Supervisors start the whole anew: what ends each new process at once is nothing that one more would mend.
    startWebProcesses(count, {
      realtime: handedTo,
      log,
      onGivingUp: () => process.exit(1),
      scrape: metrics && ((others) => metrics.addUp(others)),
    }),
  ])
  if (realtime) metrics?.addRealtime(realtime.figures)
  log.info({ services: env.SERVICES, port: env.PORT, processes: count }, 'serving')
  return async () => {
    const ended = web.stop()
    await sleep(env.DRAIN_SECONDS * 1000)
    // Websockets first: a web process waits for those that it has handed over, too.
    await realtime?.stop()
    await ended
    await worker?.stop()
    await ctx.close()
  }
}

/** One of several processes for pages and calls. */
export async function startWebProcess(env: Env, { handsOver, desk }: WebPart): Promise<End> {
  const own = createContext(env)
  const desks = await openDesks(desk, { bids: own.bids.take, purchases: own.purchases.take })
  const ctx: ServerContext = {
    ...own,
    bids: shareDesk('bids', own.bids, desks),
    purchases: shareDesk('purchases', own.purchases, desks),
  }
  trustProxies(env.TRUSTED_PROXIES)
  let isEnding = false
  const app = createApp(ctx, await loadSharedMetrics(ctx), () => isEnding)
  const server = createHttpServer(app.fetch, env.PUBLIC_URL)
  if (handsOver) handOver(server)
  await listen(server, env.PORT, env.HOST, true)
  saysThatItServes()
  return async () => {
    isEnding = true
    // The one that is started in the place of a dead one needs the port.
    if (process.connected) await sleep(env.DRAIN_SECONDS * 1000)
    await endServing(server)
    await desks.close()
    await ctx.close()
    // Nothing is left to be handed over.
    process.disconnect?.()
  }
}

/** Tune's realtime door on `server`. From the call on, whoever opens a websocket waits until it is open. */
export async function openRealtime(
  { sql, strangerSql, log, env }: ServerContext,
  server: Server,
): Promise<RunningRealtime> {
  const options: RealtimeOptions = {
    sql,
    strangerSql,
    log,
    changes: async (...asked) => (await changesOf(sql, env))(...asked),
    jwtSecret: env.JWT_SECRET,
    mayWatch: mayWatchTopics(createAccountCheck(sql)),
    origins: [new URL(env.PUBLIC_URL).origin, ...env.WEB_ORIGINS],
    maxSocketsPerAddress: SOCKETS_PER_ADDRESS * env.ADDRESS_LIMIT_FACTOR,
    clientAddress: addressOf,
  }
  const publisher = createAuctionPublisher(
    { findMarket: (uid) => findMarket(sql, uid), readMarket: (id) => readMarket(sql, id) },
    log,
  )
  const list = createProjectsPublisher((ids) => readProjectUpdates(sql, ids), log)
  return startRealtime(options, server, [publisher, list])
}

/** Read by this process for itself, or by one for all where there is a way between them. */
async function changesOf(sql: Sql, env: Env): Promise<ChangeSource> {
  const { NATS_URL: servers, NATS_REPLICAS: replicas, DATABASE_DIRECT_URL: databaseUrl } = env
  if (!servers) return ownChanges(sql, databaseUrl)
  const { shareChanges } = await import('./doors/realtime/shared-changes.ts')
  return shareChanges({ sql, databaseUrl, servers, replicas })
}

/** Of one of several: what it counts itself; the figures of the database are those of the process that started it. */
async function loadSharedMetrics(ctx: ServerContext): Promise<Metrics | null> {
  if (!ctx.env.METRICS_TOKEN) return null
  const { createMetrics } = await import('./platform/metrics/metrics.ts')
  const { readShared } = await import('./platform/metrics/shared-metrics.ts')
  return createMetrics(ctx, () => ({ refresh: async () => undefined }), readShared)
}

/** Null where no token is set: nothing is measured that nobody may read, and nothing loaded that would. */
async function loadMetrics(ctx: ServerContext) {
  if (!ctx.env.METRICS_TOKEN) return null
  const { createMetrics } = await import('./platform/metrics/metrics.ts')
  const { addBusinessMetrics } = await import('./product/operations/business-metrics.ts')
  const { addRealtimeMetrics } = await import('./doors/realtime/metrics.ts')
  const { createScrape } = await import('./platform/metrics/shared-metrics.ts')
  const metrics = createMetrics(ctx, addBusinessMetrics(ctx))
  return (
    metrics && {
      ...metrics,
      addRealtime: (figures: () => RealtimeFigures) => addRealtimeMetrics(metrics.registry, figures),
      addUp: (others: () => Iterable<ChildProcess>) =>
        createScrape(others, async () => {
          await metrics.refresh()
          return metrics.registry.getMetricsAsJSON()
        }),
    }
  )
}
