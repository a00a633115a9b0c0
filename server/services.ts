/** The services of one process. */
import type { Server } from 'node:http'
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
import { createAccountCheck, mayWatchTopics } from './product/api/check-account.ts'
import { createAuctionPublisher } from './product/market/auction-publisher.ts'
import { findMarket } from './product/market/market-key.ts'
import { readMarket } from './product/market/read-market.ts'
import { readProjectUpdates } from './product/projects/projects.ts'
import { createProjectsPublisher } from './product/projects/projects-publisher.ts'

/** A household has a handful; a mobile network puts hundreds of people behind one address. */
const SOCKETS_PER_ADDRESS = 500

type End = () => Promise<void>

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
  let isEnding = false
  const serves = runs('web') || runs('realtime')
  const metrics = serves ? await loadMetrics(ctx) : null
  const app = serves ? createApp(ctx, metrics, () => isEnding) : null
  for (const name of await prepared) ctx.log.info({ migration: name }, 'migrated')
  const server = app && createHttpServer(app.fetch, env.PUBLIC_URL)
  const [worker, realtime] = await Promise.all([
    runs('worker') ? import('./worker.ts').then(({ startWorker }) => startWorker(ctx)) : null,
    server && runs('realtime') ? openRealtime(ctx, server) : null,
    // Whoever asks for pages and calls waits for neither: the log is read only after every transaction under way has ended.
    server && runs('web') ? listen(server, env.PORT, env.HOST) : null,
  ])
  if (realtime) metrics?.addRealtime(realtime.figures)
  // Of websockets alone: callers that get an answer, including from /health, find their door open.
  if (server && !runs('web')) await listen(server, env.PORT, env.HOST)
  ctx.log.info({ services: env.SERVICES, port: env.PORT }, 'serving')
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

/** Null where no token is set: nothing is measured that nobody may read, and nothing loaded that would. */
async function loadMetrics(ctx: ServerContext) {
  if (!ctx.env.METRICS_TOKEN) return null
  const { createMetrics } = await import('./platform/metrics/metrics.ts')
  const { addBusinessMetrics } = await import('./product/operations/business-metrics.ts')
  const { addRealtimeMetrics } = await import('./doors/realtime/metrics.ts')
  const metrics = createMetrics(ctx, addBusinessMetrics(ctx))
  return (
    metrics && {
      ...metrics,
      addRealtime: (figures: () => RealtimeFigures) => addRealtimeMetrics(metrics.registry, figures),
    }
  )
}
