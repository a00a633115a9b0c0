/** What the benchmarks run against: a Postgres with production's settings, and servers as processes of their own. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '#server/platform/db/migrate.ts'
import { connect, type Sql } from '#server/platform/db/sql.ts'
import { storePlatformWallet } from '#server/platform/platform-wallet.ts'
import { buildServer, SERVER } from '../scripts/build-server.ts'
import { freePort } from '../scripts/free-port.ts'
import { leash, release } from '../scripts/leash.mjs'
import { PROCESS_ENV } from '../scripts/parts.ts'
import { startPostgres } from '../scripts/postgres.ts'

export type Database = { url: string; sql: Sql }
export type RunningServer = { port: number; pid: number; stop: () => Promise<void> }
export type World = {
  /** Postgres' own address, for what runs beside the product in a database of its own. */
  createDatabase: () => Promise<Database>
  startServer: (database: Database, options?: ServerOptions) => Promise<RunningServer>
  stop: () => Promise<void>
}
type ServerOptions = { services?: string; env?: Record<string, string> }

/** Durable as in production (fsync and synchronous_commit stay on); memory as a small server would have it. */
const POSTGRES_SETTINGS = { shared_buffers: '1GB', max_wal_size: '4GB', track_commit_timestamp: 'on' }

const PLATFORM_WALLET = `0x${'22'.repeat(20)}`
export const OPERATOR_KEY: `0x${string}` = `0x${'11'.repeat(32)}`
export const JWT_SECRET = randomBytes(32).toString('hex')

/** Nothing outside exists: a benchmark starts and names what it needs. */
const NOWHERE = 'http://127.0.0.1:1'
/** Settings of a server that only has a database. */
export const SERVER_ENV: Record<string, string> = {
  LOG_LEVEL: 'silent',
  // A scene starts as many as it measures.
  WEB_PROCESSES: '1',
  JWT_SECRET,
  ADDRESS_LIMIT_FACTOR: '1000000',
  // Callers say where they come from.
  TRUSTED_PROXIES: '127.0.0.1',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_test',
  PIX_URL: NOWHERE,
  PIX_CLIENT_ID: 'tune',
  PIX_CLIENT_SECRET: 'secret',
  PIX_WEBHOOK_SECRET: 'a-secret-of-pix-webhooks',
  PIX_KEY: 'pix@tune.test',
  CUSTODIAN_URL: NOWHERE,
  CUSTODIAN_CLIENT: 'tune',
  CUSTODIAN_SECRET: 'secret',
  SMTP_URL: 'smtp://127.0.0.1:1',
  SMTP_TLS: 'off',
  PINNING_URL: NOWHERE,
  PINNING_TOKEN: 'token',
  IPFS_GATEWAY_URL: NOWHERE,
  VIDEO_EMBED_URL: NOWHERE,
  VIDEO_TOKEN_KEY: 'a-key-of-sixteen-bytes',
  EXPLORER_URL: NOWHERE,
  CHAIN_RPC_URL: NOWHERE,
  CHAIN_POLL_MS: '50',
  CHAIN_OPERATOR_KEY: OPERATOR_KEY,
  PLATFORM_WALLET,
}

/** `settings` are further ones of Postgres. */
export async function startWorld(settings: Record<string, string> = {}): Promise<World> {
  await buildServer()
  const dataDir = await mkdtemp(join(tmpdir(), 'tune-bench-'))
  const postgres = await startPostgres({
    dataDir,
    port: await freePort(),
    settings: { ...POSTGRES_SETTINGS, ...settings },
  })
  const admin = connect(postgres.url, { max: 1 })
  const endings: (() => Promise<unknown>)[] = []
  let databases = 0

  return {
    async createDatabase() {
      const name = `bench_${++databases}`
      await admin.unsafe(`create database ${name}`)
      const url = postgres.url.replace(/\/postgres$/, `/${name}`)
      const sql = connect(url, { max: 4, name: 'tune-bench' })
      endings.unshift(() => sql.end())
      await migrate(sql, url)
      await storePlatformWallet(sql, PLATFORM_WALLET)
      return { url, sql }
    },
    async startServer(database, options) {
      const server = await startServer(database.url, options)
      endings.unshift(server.stop)
      return server
    },
    async stop() {
      for (const end of endings) await end()
      await admin.end()
      await postgres.stop()
      // When started by root, the files are in a folder of their own elsewhere.
      for (const folder of [dirname(postgres.files), dataDir])
        await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startServer(databaseUrl: string, options: ServerOptions = {}): Promise<RunningServer> {
  const { services = 'web,realtime' } = options
  const port = await freePort()
  const child = leash(process.execPath, [SERVER], {
    output: 2,
    env: {
      ...process.env,
      ...PROCESS_ENV,
      ...SERVER_ENV,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: databaseUrl,
      SERVICES: services,
      ...options.env,
    },
  })
  const serves = /web|realtime/.test(services)
  const isUp = async () => !serves || (await fetch(`http://127.0.0.1:${port}/health`)).ok
  for (let attempt = 0; ; attempt++) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`)
    const pid = pidUnder(child.pid)
    if (pid && (await isUp().catch(() => false))) return { port, pid, stop: () => release(child) }
    if (attempt === 300) throw new Error('the server did not answer within half a minute')
    await sleep(100)
  }
}

/** The server's own process id: a shell stands between it and us. */
function pidUnder(shell: number | undefined): number | null {
  const children = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').trim().split(/\s+/)
  const pid = children.find((id) => readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(SERVER))
  return pid === undefined ? null : Number(pid)
}
