/** The services of one process. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createApp } from './app.ts'
import type { ServerContext } from './context.ts'
import { createContext } from './create-context.ts'
import type { RealtimeFigures } from './doors/realtime/counts.ts'
import { type RunningRealtime, startRealtime } from './doors/realtime/door.ts'
import type { Env } from './env.ts'
import { openStrangersLogin } from './platform/db/strangers-login.ts'
import { type Claims, personOf } from './platform/http/access-token.ts'
import { addressOf } from './platform/http/client-address.ts'
import { endServing } from './platform/http/end-serving.ts'
import { createHttpServer } from './platform/http/http-server.ts'
import { createAccountCheck } from './product/api/check-account.ts'
import { createAuctionBoard } from './product/market/auction-board.ts'
import { readMarket } from './product/market/market-board.ts'
import { findMarket } from './product/market/market-key.ts'
import { readProjectNews } from './product/projects/projects.ts'
import { createProjectsBoard } from './product/projects/projects-board.ts'

/** A household has a handful; a mobile network puts hundreds of people behind one address. */
const SOCKETS_PER_ADDRESS = 500

type End = () => Promise<void>

/**
 * Starts those that `env` names, on a database that is up to date; `applied` are the migrations that made it so. Resolves
 * with the function that ends them again, calls in progress first.
 */
export async function startServices(env: Env, applied: readonly string[]): Promise<End> {
  const ctx = createContext(env)
  const runs = (service: (typeof env.SERVICES)[number]) => env.SERVICES.includes(service)
  for (const name of applied) ctx.log.info({ migration: name }, 'migrated')

  /** Run from the front. Websockets end before the HTTP server, which waits for every connection. */
  const endings: End[] = [ctx.close]
  const login = openStrangersLogin(ctx.sql, env.DATABASE_URL, env.JWT_SECRET)
  if (runs('worker')) {
    const { startWorker } = await import('./worker.ts')
    endings.unshift((await startWorker(ctx)).stop)
  }
  if (runs('web') || runs('realtime')) {
    const metrics = await loadMetrics(ctx)
    const app = createApp(ctx, metrics)
    const server = createHttpServer(app.fetch, env.PUBLIC_URL)
    endings.unshift(() => endServing(server))
    await login
    if (runs('realtime')) {
      const realtime = await openRealtime(ctx, server)
      metrics?.addRealtime(realtime.figures)
      endings.unshift(realtime.stop)
    }
    // Last: callers that get an answer, including from /health, find every door open.
    await once(server.listen(env.PORT, env.HOST), 'listening')
  }
  await login
  ctx.log.info({ services: env.SERVICES, port: env.PORT }, 'serving')
  return async () => {
    for (const end of endings) await end()
  }
}

async function openRealtime(
  { sql, strangerSql, log, env }: ServerContext,
  server: Server,
): Promise<RunningRealtime> {
  const checkAccount = createAccountCheck(sql)
  const options = {
    sql,
    strangerSql,
    log,
    databaseUrl: env.DATABASE_URL,
    jwtSecret: env.JWT_SECRET,
    mayWatch: async (claims: Claims) => {
      const person = personOf(claims)
      return person !== null && (await checkAccount(person, null)).session === 'good'
    },
    sendDeletes: false,
    maxSocketsPerAddress: SOCKETS_PER_ADDRESS * env.ADDRESS_LIMIT_FACTOR,
    clientAddress: addressOf,
  }
  const board = createAuctionBoard(
    { findMarket: (uid) => findMarket(sql, uid), readMarket: (id) => readMarket(sql, id) },
    log,
  )
  const list = createProjectsBoard((ids) => readProjectNews(sql, ids), log)
  return startRealtime(options, server, [board, list])
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
