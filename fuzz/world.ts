/** A small world to send bad input to: a server on a real database, and people with something to hide. */
import { existsSync } from 'node:fs'
import { type Env, readEnv } from '#server/env.ts'
import { connect, type Sql } from '#server/platform/db/sql.ts'
import { openStrangersLogin } from '#server/platform/db/strangers-login.ts'
import { storePlatformWallet } from '#server/platform/platform-wallet.ts'
import { startRemote } from '../scripts/remote.ts'
import { type Auction, openAuction } from './auction.ts'
import { type Caller, makeCallers } from './callers.ts'
import { type Facts, readFacts } from './facts.ts'
import { CANARY, HIDDEN_PROJECT, HIDDEN_UID, uuidOf, walletOf } from './fixed.ts'
import type { FuzzedServer, Route } from './server.ts'
import type { Stall } from './watch.ts'
import type { FuzzedWorker } from './worker.ts'
import { followWrites, type Writes } from './writes.ts'

/** Nothing answers at port 1: what needs an outside service is refused as unavailable. */
const NOBODY = 'http://127.0.0.1:1'

const SETTINGS: Record<string, string> = {
  TRUSTED_PROXIES: '127.0.0.1',
  JWT_SECRET: 'a-secret-of-bad-input-of-at-least-32-bytes',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_API_URL: NOBODY,
  STRIPE_WEBHOOK_SECRET: 'whsec_test',
  PIX_URL: NOBODY,
  PIX_CLIENT_ID: 'tune',
  PIX_CLIENT_SECRET: 'secret',
  PIX_WEBHOOK_SECRET: 'a-secret-of-pix-webhooks',
  MAIL_REPORTS_SECRET: 'a-secret-of-mail-reports',
  MAIL_REPLY_DOMAIN: 'reply.tune.test',
  MAIL_WEBHOOK_SECRET: 'a-secret-of-mail-webhooks',
  PIX_KEY: 'pix@tune.test',
  CUSTODIAN_URL: NOBODY,
  CUSTODIAN_CLIENT: 'tune',
  CUSTODIAN_SECRET: 'secret',
  SMTP_URL: 'smtp://127.0.0.1:1',
  SMTP_TLS: 'off',
  PINNING_URL: NOBODY,
  PINNING_TOKEN: 'token',
  IPFS_GATEWAY_URL: NOBODY,
  VIDEO_EMBED_URL: `${NOBODY}/embed/tune`,
  VIDEO_TOKEN_KEY: 'a-key-of-sixteen-bytes',
  VIDEO_API_URL: NOBODY,
  EXPLORER_URL: NOBODY,
  CHAIN_RPC_URL: NOBODY,
  CHAIN_POLL_MS: '500',
  CHAIN_OPERATOR_KEY: `0x${'11'.repeat(32)}`,
  PLATFORM_WALLET: `0x${'22'.repeat(20)}`,
}

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
  auction: Auction
  writes: Writes
  /** Hides again what only some may see, where one of them has published it. Resolves with whether that was so. */
  hideAgain: () => Promise<boolean>
  /** Resolves with what `work` does while the worker does nothing. */
  withoutWorker: <Value>(work: () => Promise<Value>) => Promise<Value>
  /** What the server logged as errors since it was last asked. */
  faults: () => Promise<string[]>
  /** When it stood still since it was last asked. */
  stalls: () => Promise<Stall[]>
  /** Bytes that the server keeps. */
  memory: () => Promise<number>
  close: () => Promise<void>
}

/** `databaseUrl` leads to a migrated database of its own, which is written to. `withFaults`: those that are planted. */
export async function startWorld(databaseUrl: string, { withFaults = false } = {}): Promise<World> {
  const variables = { ...SETTINGS, DATABASE_URL: databaseUrl }
  const env = readEnv(variables)
  const sql = connect(databaseUrl, { max: 3 })
  await storePlatformWallet(sql, env.PLATFORM_WALLET)
  await openStrangersLogin(sql, databaseUrl, env.JWT_SECRET)
  await plant(sql)
  const callers = await makeCallers(sql, env.JWT_SECRET)
  const server = startRemote<FuzzedServer>(`${import.meta.dirname}/server.ts`)
  const { port, routes } = await server.call('start', { variables, withFaults })
  const worker = startRemote<FuzzedWorker>(`${import.meta.dirname}/worker.ts`)
  await worker.call('start', variables)
  const origin = `http://127.0.0.1:${port}`
  const auction = await openAuction(sql, origin, env.JWT_SECRET)
  const writes = await followWrites(sql)
  return {
    origin,
    port,
    env,
    sql,
    routes,
    hasPages: existsSync('web/dist/index.html'),
    facts: await readFacts(sql, callers),
    callers,
    auction,
    writes,
    async hideAgain() {
      const { count } =
        await sql`update projects set is_active = false where uid = ${HIDDEN_PROJECT} and is_active`
      return count > 0
    },
    async withoutWorker(work) {
      await worker.call('pause', null)
      try {
        return await work()
      } finally {
        await worker.call('resume', null)
      }
    },
    faults: () => server.call('faults', null),
    stalls: () => server.call('stalls', null),
    memory: () => server.call('memory', null),
    async close() {
      await worker.call('stop', null)
      await worker.stop()
      await server.call('stop', null)
      await server.stop()
      writes.stop()
      await sql.end({ timeout: 5 })
    },
  }
}

/** A person whose words nobody else may read, and something on sale. */
async function plant(sql: Sql): Promise<void> {
  const uid = HIDDEN_UID
  const email = `${CANARY}@tune.test`
  const secret = sql.json({ note: CANARY })
  await sql`
    insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values (${uid}, ${email}, now(), ${secret})`
  await sql`insert into users (uid, email, full_name) values (${uid}, ${email}, ${CANARY})`
  await sql`insert into support_requests (user_id, subject, message) values (${uid}, 'Conta', ${CANARY})`
  for (const [published, name] of [
    [true, 'Maré'],
    [false, CANARY],
  ] as const)
    await sql`
      insert into projects (uid, project_name, author, thumbnail, description, video_id, symbol, fiat_price,
        total_supply, valid_period, expired_at, author_wallet, contract_address, is_active)
      values (${uuidOf(`project ${name}`)}, ${name}, 'Coral', '/cover.webp', 'Uma hora', 'mare', 'MARE', 2000, 3, 3600,
        now() + interval '10 days', ${walletOf(`author of ${name}`)},
        ${walletOf(name)}, ${published})`
}
