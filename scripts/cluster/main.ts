/**
 * `npm run cluster`: the product as on several hosts, on this machine. Every process is one of several, and each may be
 * killed: what is needed starts again by itself.
 */
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readEnv } from '#server/env.ts'
import { s3Settings } from '#server/platform/files/create-files.ts'
import type { S3Settings } from '#server/platform/files/s3-settings.ts'
import { type Archive, archiving, listBackups, openArchive, takeBackup } from '../archive/archive.ts'
import { SERVER } from '../build-server.ts'
import { CLUSTER_ENGINES, needEngines } from '../engines.ts'
import { type Part, type Parts, program } from '../parts.ts'
import { placeFiles, postgresOwner } from '../postgres.ts'
import {
  announce,
  chain,
  emulators,
  environment,
  holdWorld,
  keepSettings,
  logOf,
  ROOT,
  stepOf,
} from '../surroundings.ts'
import { balancer, nats, pool } from './between.ts'
import { databases, etcd } from './databases.ts'
import { clusterPorts, named } from './ports.ts'

const ports = clusterPorts(Number(process.env.PORT ?? 3000))
const dataDir = resolve(process.env.DATA_DIR ?? join(ROOT, '.data/cluster'))
const place = { dataDir, ports }
/** No commit is on this machine alone for longer. */
const ARCHIVED_SECONDS = 10
const local = (port: number) => `127.0.0.1:${port}`

holdWorld({ dataDir, command: 'npm run cluster', ports: named(ports) }, async ({ parts, runScript }) => {
  const engines = needEngines(CLUSTER_ENGINES)
  const owner = postgresOwner()
  const folder = await placeFiles(join(dataDir, 'engines'), owner)
  const env = { ...(await environment(place)), ...clusterSettings() }
  const store = s3Settings(readEnv(env)) as S3Settings
  const archive = await openArchive(store, join(folder, 'archive'), owner)
  const setting = { place, ports, owner, engines, folder, archive: archiving(archive, ARCHIVED_SECONDS) }
  await keepSettings(place, env)

  const built = stepOf('application', () => runScript('build.ts'))
  await stepOf('etcd, NATS', () =>
    runAll(parts, [...etcd(setting), ...nats(setting, engines['nats-server'])]),
  )
  const [first, second] = (await databases(setting)) as [Part, Part]
  await stepOf('primary', () => parts.run(first))
  await stepOf('replica', () => parts.run(second))
  const between = [await balancer(setting, engines.haproxy), await pool(setting, engines.pgbouncer)]
  await stepOf('chain, emulators, balancer, pool', () =>
    runAll(parts, [chain(place, env), emulators(place, env), ...between]),
  )
  await built
  await stepOf('servers', () => runAll(parts, servers(env)))
  await untilServing()
  await stepOf('demo data', () => runScript('seed.ts', env))
  await stepOf('first backup', () => beginArchive(archive, env))
  announce(place, env, [
    ['Replica', local(ports.replica)],
    ['Pool', local(ports.pool)],
    ['Web', ports.web.map(local).join(', ')],
    ['Realtime', ports.realtime.map(local).join(', ')],
    ['Files', env.S3_ENDPOINT as string],
    ['NATS', ports.nats.map(local).join(', ')],
    ['etcd', ports.etcd.map(local).join(', ')],
    ['Patroni', ports.patroni.map(local).join(', ')],
    ['Postgres', ports.databases.map(local).join(', ')],
  ])
})

function clusterSettings(): Record<string, string> {
  const database = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`
  return {
    DATABASE_URL: database(ports.pool),
    DATABASE_DIRECT_URL: database(ports.postgres),
    DATABASE_REPLICA_URL: database(ports.replica),
    NATS_URL: ports.nats.map((port) => `nats://127.0.0.1:${port}`).join(','),
    NATS_REPLICAS: '3',
    // The emulated store's own.
    S3_ENDPOINT: `http://localhost:${ports.emulators}/s3`,
    S3_BUCKET: 'tune',
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'tune-files',
    S3_SECRET_ACCESS_KEY: 'files-secret',
    // HAProxy.
    TRUSTED_PROXIES: '127.0.0.1',
    DRAIN_SECONDS: '2',
  }
}

/** Two of each; workers answer nobody, and one of them at a time holds what only one may. */
function servers(env: Record<string, string>): Part[] {
  const serving = (name: 'web' | 'realtime', port: number, index: number) => {
    const isUp = async () => (await fetch(`http://127.0.0.1:${port}/health`)).ok
    // Two on one machine, as if each had its own.
    const own = { ...env, WEB_PROCESSES: '1', SERVICES: name, PORT: String(port) }
    return program(logOf(place, `${name}-${index + 1}`), process.execPath, [SERVER], isUp, { env: own })
  }
  const working = (name: string) => {
    const own = { ...env, SERVICES: 'worker', PUBLIC_URL: env.PUBLIC_URL as string }
    return program(logOf(place, name), process.execPath, [SERVER], async () => true, { env: own })
  }
  return [
    ...ports.web.map((port, index) => serving('web', port, index)),
    ...ports.realtime.map((port, index) => serving('realtime', port, index)),
    ...['worker-1', 'worker-2'].map(working),
  ]
}

async function runAll(parts: Parts, some: Part[]): Promise<void> {
  await Promise.all(some.map((part) => parts.run(part)))
}

/** What the log is replayed on: without a first copy nothing can be brought back. */
async function beginArchive(archive: Archive, env: Record<string, string>): Promise<void> {
  if ((await listBackups(archive)).length === 0) await takeBackup(archive, env.DATABASE_DIRECT_URL as string)
}

/** Until the balancer has noticed. */
async function untilServing(): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const answer = await fetch(`http://localhost:${ports.product}/health`).catch(() => null)
    if (answer?.ok) return
    await sleep(50)
  }
  throw new Error('the load balancer does not find the servers')
}
