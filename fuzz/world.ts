/** A small world to send bad input to: the whole application on a real database, and people with something to hide. */
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { createApp } from '#server/app.ts'
import { createContext } from '#server/create-context.ts'
import { startRealtime } from '#server/doors/realtime/door.ts'
import { type Env, readEnv } from '#server/env.ts'
import { connect, type Sql } from '#server/platform/db/sql.ts'
import { addressOf } from '#server/platform/http/client-address.ts'
import { createLogger } from '#server/platform/log.ts'
import { storePlatformWallet } from '#server/platform/platform-wallet.ts'
import { type Caller, makeCallers } from './callers.ts'
import { type Facts, readFacts } from './facts.ts'

/** Nothing answers at port 1: what needs an outside service is refused as unavailable. */
const NOBODY = 'http://127.0.0.1:1'

const SETTINGS: Record<string, string> = {
  JWT_SECRET: 'a-secret-of-bad-input-of-at-least-32-bytes',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_API_URL: NOBODY,
  STRIPE_WEBHOOK_SECRET: 'whsec_test',
  PIX_URL: NOBODY,
  PIX_CLIENT_ID: 'tune',
  PIX_CLIENT_SECRET: 'secret',
  PIX_WEBHOOK_SECRET: 'a-secret-of-pix-webhooks',
  PIX_KEY: 'pix@tune.test',
  CUSTODIAN_URL: NOBODY,
  CUSTODIAN_CLIENT: 'tune',
  CUSTODIAN_SECRET: 'secret',
  SMTP_URL: 'smtp://127.0.0.1:1',
  PINNING_URL: NOBODY,
  PINNING_TOKEN: 'token',
  IPFS_GATEWAY_URL: NOBODY,
  VIDEO_EMBED_URL: `${NOBODY}/embed/tune`,
  VIDEO_TOKEN_KEY: 'a-key-of-sixteen-bytes',
  VIDEO_API_URL: NOBODY,
  EXPLORER_URL: NOBODY,
  CHAIN_RPC_URL: NOBODY,
  CHAIN_OPERATOR_KEY: `0x${'11'.repeat(32)}`,
  PLATFORM_WALLET: `0x${'22'.repeat(20)}`,
}

export type Route = { method: string; path: string }
export type World = {
  origin: string
  port: number
  env: Env
  sql: Sql
  /** Every route that the application has. */
  routes: readonly Route[]
  facts: Facts
  /** Whether the web application has been built, without which its pages cannot be answered. */
  hasPages: boolean
  callers: readonly Caller[]
  /** Stands in what only its owner, administrators and the service may read. */
  canary: string
  /** What the server logged as errors since it was last asked. */
  faults: () => string[]
  close: () => Promise<void>
}

/** `databaseUrl` leads to a migrated database of its own, which is written to. */
export async function startWorld(databaseUrl: string): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'tune-fuzz-'))
  const env = readEnv({ ...SETTINGS, DATABASE_URL: databaseUrl, DATA_DIR: folder })
  const logged: string[] = []
  const log = createLogger('error', { write: (line) => void logged.push(line) })
  const ctx = createContext(env, { log })
  const sql = connect(databaseUrl, { max: 3 })
  await storePlatformWallet(sql, env.PLATFORM_WALLET)
  const canary = `canary${randomBytes(8).toString('hex')}`
  await plant(sql, canary)
  const callers = await makeCallers(sql, env.JWT_SECRET)
  const app = await createApp(ctx)
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  const realtime = await startRealtime(
    {
      sql: ctx.sql,
      strangerSql: ctx.strangerSql,
      log,
      databaseUrl,
      jwtSecret: env.JWT_SECRET,
      sendDeletes: false,
      clientAddress: addressOf,
    },
    server,
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    env,
    sql,
    routes: app.routes.map(({ method, path }) => ({ method, path })),
    hasPages: existsSync('web/dist/index.html'),
    facts: await readFacts(sql, callers),
    callers,
    canary,
    faults: () => logged.splice(0),
    async close() {
      await realtime.stop()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await ctx.close()
      await sql.end({ timeout: 5 })
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A person whose words nobody else may read, and something on sale. */
async function plant(sql: Sql, canary: string): Promise<void> {
  const uid = randomUUID()
  const email = `${canary}@tune.test`
  const secret = sql.json({ note: canary })
  await sql`
    insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values (${uid}, ${email}, now(), ${secret})`
  await sql`insert into users (uid, email, full_name) values (${uid}, ${email}, ${canary})`
  await sql`insert into support_requests (user_id, subject, message) values (${uid}, 'Conta', ${canary})`
  for (const [published, name] of [
    [true, 'Maré'],
    [false, canary],
  ] as const)
    await sql`
      insert into projects (project_name, author, thumbnail, description, video_id, symbol, fiat_price,
        total_supply, valid_period, expired_at, author_wallet, contract_address, is_active)
      values (${name}, 'Coral', '/cover.webp', 'Uma hora', 'mare', 'MARE', 2000, 3, 3600,
        now() + interval '10 days', ${`0x${randomBytes(20).toString('hex')}`},
        ${`0x${randomBytes(20).toString('hex')}`}, ${published})`
}
