/**
 * `npm run doors`: the four compatible doors alone, on any Postgres and with any secret, under /auth/v1, /rest/v1,
 * /storage/v1 and /realtime/v1. `npm run doors -- auth` (or rest, storage) serves one of them at the root, as its
 * original does. Nothing of Tune's is in the way: no gateway, no row policies, no quotas.
 */
import { once } from 'node:events'
import { Hono, type HonoRequest } from 'hono'
import { cors } from 'hono/cors'
import { createAuthDoor } from '#server/doors/auth/door.ts'
import { startRealtime } from '#server/doors/realtime/door.ts'
import { ownChanges } from '#server/doors/realtime/own-changes.ts'
import { createRestDoor } from '#server/doors/rest/door.ts'
import { createStorageDoor } from '#server/doors/storage/door.ts'
import { connect } from '#server/platform/db/sql.ts'
import { openStrangersLogin, STRANGERS_ROLE, strangersPassword } from '#server/platform/db/strangers-login.ts'
import { createApiKey } from '#server/platform/http/api-keys.ts'
import { addressOf } from '#server/platform/http/client-address.ts'
import { createHttpServer } from '#server/platform/http/http-server.ts'
import { createLogger } from '#server/platform/log.ts'
import { readDoorsEnv } from './env.ts'
import { authOptions, keysOf, restOptions, storageOptions } from './options.ts'
import { prepare } from './prepare.ts'

const env = readDoorsEnv(process.env)
const databaseUrl = env.DATABASE_URL ?? env.PGRST_DB_URI
const secret = env.JWT_SECRET ?? env.GOTRUE_JWT_SECRET ?? env.PGRST_JWT_SECRET
if (!databaseUrl || !secret)
  throw new Error('Set DATABASE_URL and JWT_SECRET (or PGRST_DB_URI, GOTRUE_JWT_SECRET).')

// Standard output says where the doors are, and nothing else.
const log = createLogger(env.LOG_LEVEL, process.stderr)
const sql = connect(databaseUrl, { name: 'doors' })
await prepare(sql)
await openStrangersLogin(sql, databaseUrl, secret)
const parts = {
  env,
  log,
  sql,
  strangerSql: connect(databaseUrl, {
    name: 'doors-strangers',
    role: STRANGERS_ROLE,
    password: strangersPassword(secret),
  }),
  secret,
  keys: keysOf(env, secret),
}
const app = new Hono()
const forBrowsers = cors({ origin: '*', exposeHeaders: ['*'] })
const isForBrowsers = (request: HonoRequest) =>
  request.method !== 'OPTIONS' || request.header('access-control-request-method') !== undefined
// Any other question of what is permitted is for the doors.
app.use((c, next) => (isForBrowsers(c.req) ? forBrowsers(c, next) : next()))
const server = createHttpServer(app.fetch, `http://${env.HOST}:${env.PORT}`)
const mount = {
  auth: (path: string) => app.route(path, createAuthDoor(authOptions(parts))),
  rest: (path: string) => app.route(path, createRestDoor(restOptions(parts))),
  storage: (path: string) => app.route(path, createStorageDoor(storageOptions(parts))),
}
const [only] = process.argv.slice(2)
if (only) {
  if (!Object.hasOwn(mount, only)) throw new Error(`${only} is none of ${Object.keys(mount).join(', ')}`)
  mount[only as keyof typeof mount]('/')
} else {
  const realtime = await startRealtime(
    {
      ...parts,
      changes: ownChanges(sql, databaseUrl),
      jwtSecret: parts.keys,
      clientBroadcast: true,
      clientPresence: true,
      privateChannels: true,
      patternFilters: true,
      clientAddress: addressOf,
    },
    server,
  )
  app.route('/realtime/v1', realtime.http)
  for (const [name, at] of Object.entries(mount)) at(`/${name}/v1`)
}
await once(server.listen(env.PORT, env.HOST), 'listening')
const [anonKey, serviceKey] = [createApiKey('anon', secret), createApiKey('service_role', secret)]
console.log(JSON.stringify({ url: `http://${env.HOST}:${env.PORT}`, anonKey, serviceKey }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0))
