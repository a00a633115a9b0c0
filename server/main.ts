/** One binary; SERVICES selects its roles. Starts them in order, and ends them in order when asked to. */
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { createApp } from './app.ts'
import { createContext } from './create-context.ts'
import type { RealtimeFigures } from './doors/realtime/counts.ts'
import { startRealtime } from './doors/realtime/door.ts'
import { readEnv } from './env.ts'
import { migrate } from './platform/db/migrate.ts'
import { connect } from './platform/db/sql.ts'
import { openStrangersLogin } from './platform/db/strangers-login.ts'
import { untilAvailable } from './platform/db/unavailable.ts'
import { type Claims, personOf } from './platform/http/access-token.ts'
import { addressOf } from './platform/http/client-address.ts'
import { endServing } from './platform/http/end-serving.ts'
import { createHttpServer } from './platform/http/http-server.ts'
import { storePlatformWallet } from './platform/platform-wallet.ts'
import { createAccountCheck } from './product/api/check-account.ts'
import { createAuctionBoard } from './product/market/auction-board.ts'
import { readMarket } from './product/market/market-board.ts'
import { findMarket } from './product/market/market-key.ts'
import { readProjectNews } from './product/projects/projects.ts'
import { createProjectsBoard } from './product/projects/projects-board.ts'

/** A household has a handful; a mobile network puts hundreds of people behind one address. */
const SOCKETS_PER_ADDRESS = 500

const env = readEnv()
// On connections of their own: the serving pools are opened afterwards and know every type the migrations create.
const migrator = connect(env.DATABASE_URL, { max: 2, name: 'tune-migrations' })
await untilAvailable(migrator)
const applied = await migrate(migrator, env.DATABASE_URL)
await storePlatformWallet(migrator, env.PLATFORM_WALLET)
await openStrangersLogin(migrator, env.DATABASE_URL, env.JWT_SECRET)
await migrator.end()

const ctx = createContext(env)
const runs = (service: (typeof env.SERVICES)[number]) => env.SERVICES.includes(service)

for (const name of applied) ctx.log.info({ migration: name }, 'migrated')

/** Run from the front. Websockets end before the HTTP server, which waits for every connection. */
const endings: (() => Promise<void>)[] = [ctx.close]
if (runs('worker')) {
  const { startWorker } = await import('./worker.ts')
  endings.unshift((await startWorker(ctx)).stop)
}
if (runs('web') || runs('realtime')) {
  const metrics = await loadMetrics()
  const app = await createApp(ctx, metrics)
  const server = createHttpServer(app.fetch, env.PUBLIC_URL)
  endings.unshift(() => endServing(server))
  if (runs('realtime')) {
    const { sql, strangerSql, log } = ctx
    const checkAccount = createAccountCheck(sql)
    const doors = {
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
    const realtime = await startRealtime(doors, server, [board, list])
    metrics?.addRealtime(realtime.figures)
    endings.unshift(realtime.stop)
  }
  // Last: callers that get an answer, including from /health, find every door open.
  await once(server.listen(env.PORT, env.HOST), 'listening')
}
ctx.log.info({ services: env.SERVICES, port: env.PORT }, 'serving')
// With NODE_COMPILE_CACHE the next start has less to do; a killed process would not have written it.
flushCompileCache()

/** Null where no token is set: nothing is measured that nobody may read, and nothing loaded that would. */
async function loadMetrics() {
  if (!env.METRICS_TOKEN) return null
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

let ending = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    if (ending) return
    ending = true
    for (const end of endings) await end()
  })
}
