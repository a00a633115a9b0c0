/** What is done to a running world, and how. Whatever was killed is started again by its starter; a stop ends by itself. */
import { readFileSync } from 'node:fs'
import { chown, mkdir, readlink, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processesOf, type World } from '../../scripts/start-world.ts'
import { CHAIN_DOSES } from './chain-doses.ts'
import { DATABASE_DOSES } from './database-doses.ts'
import { type Dose, primaryOf, replaceablePrimary } from './dose.ts'
import { STRANGER_DOSES } from './stranger-doses.ts'
import { VENDOR_DOSES } from './vendor-doses.ts'

const SERVER = 'server/dist/main.cjs'
/** How long a stopped process stays stopped. */
const STOPPED_MS = 4000
/** Longer than anybody is kept waiting for an answer. */
const DATABASE_STOPPED_MS = 10_000

/** Longer than a primary is given to come back. */
const STALLED_MS = 15_000
/** Long enough for its successor to acknowledge what the lost host does not know of. */
const HOST_AWAY_MS = 20_000

const signal = (pids: number[], name: NodeJS.Signals) => {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch (fault) {
      // It ended in the same moment.
      if ((fault as { code?: string }).code !== 'ESRCH') throw fault
    }
}

const kill = (name: string, command: string, setting?: (world: World) => string): Dose => ({
  name: `kill ${name}`,
  async give(world) {
    signal(processesOf(world.dataDir, command, setting?.(world)), 'SIGKILL')
  },
})

const stop = (name: string, command: string): Dose => ({
  name: `stop ${name}`,
  async give({ dataDir }) {
    const pids = processesOf(dataDir, command)
    signal(pids, 'SIGSTOP')
    await sleep(STOPPED_MS)
    signal(pids, 'SIGCONT')
  },
})

/** As an upgrade does: what it is doing is finished first. */
const end = (name: string, command: string, setting?: (world: World) => string): Dose => ({
  name: `end ${name}`,
  async give(world) {
    signal(processesOf(world.dataDir, command, setting?.(world)), 'SIGTERM')
  },
})

const KILL_EMULATORS: Dose = {
  name: 'kill the outside services',
  give: async ({ dataDir }) =>
    signal(processesOf(join(dataDir, 'emulators'), 'emulators/main.ts'), 'SIGKILL'),
}

/** On one machine. */
export const WORLD_DOSES: readonly Dose[] = [
  kill('the server', SERVER),
  stop('the server', SERVER),
  end('the server', SERVER),
  {
    name: 'stop Postgres',
    async give({ dataDir }) {
      const pids = await stopAll(dataDir, ['postgres'])
      await sleep(DATABASE_STOPPED_MS)
      signal(pids, 'SIGCONT')
    },
  },
  ...DATABASE_DOSES,
  {
    name: 'kill Postgres',
    give: async ({ dataDir }) => signal(await postmasters(dataDir, ['postgres']), 'SIGKILL'),
  },
  stop('the chain', 'anvil'),
  // It comes back as it was up to five seconds before.
  kill('the chain', 'anvil'),
  KILL_EMULATORS,
  ...CHAIN_DOSES,
  ...VENDOR_DOSES,
  ...STRANGER_DOSES,
]

const ofPort = (offset: number) => (world: World) => `PORT=${world.port + offset}`

/** On a cluster: a process of each kind, and the primary with its disk. */
export const CLUSTER_DOSES: readonly Dose[] = [
  ...[10, 11, 12, 13].map((offset) => kill(`server ${offset - 9}`, SERVER, ofPort(offset))),
  ...[10, 11, 12, 13].map((offset) => end(`server ${offset - 9}`, SERVER, ofPort(offset))),
  kill('the workers', SERVER, () => 'SERVICES=worker'),
  end('the workers', SERVER, () => 'SERVICES=worker'),
  stop('every server', SERVER),
  ...['nats-1', 'nats-2', 'nats-3', 'etcd-1', 'etcd-2', 'etcd-3', 'pgbouncer', 'haproxy'].map((name) =>
    kill(name, name),
  ),
  stop('the chain', 'anvil'),
  KILL_EMULATORS,
  {
    name: 'kill both Postgres servers',
    give: async ({ dataDir }) => signal(await postmasters(dataDir, ['postgres-1', 'postgres-2']), 'SIGKILL'),
  },
  { name: 'lose the primary with its disk', give: loseThePrimary },
  {
    name: 'lose the primary’s host for a while',
    async give(world) {
      const comeBack = await loseItsHost(world)
      await sleep(HOST_AWAY_MS)
      comeBack()
    },
  },
  { name: 'suspend the primary’s host', give: suspendItsHost },
  { name: 'stop who decides whether the primary is one', give: stallTheKeeper },
  ...DATABASE_DOSES,
  ...CHAIN_DOSES,
  ...VENDOR_DOSES,
  ...STRANGER_DOSES,
]

async function postmasters(dataDir: string, names: string[]): Promise<number[]> {
  const files = await Promise.all(names.map((name) => readlink(join(dataDir, name))))
  return files.flatMap((path) => processesOf(dataDir, path))
}

async function withChildren(dataDir: string, names: string[]): Promise<number[]> {
  const masters = await postmasters(dataDir, names)
  return [...masters, ...masters.flatMap(childrenOf)]
}

/** Those Postgres servers stand still; their processes. */
async function stopAll(dataDir: string, names: string[]): Promise<number[]> {
  // The first of each first, so that it starts no more of them.
  signal(await postmasters(dataDir, names), 'SIGSTOP')
  const pids = await withChildren(dataDir, names)
  signal(pids, 'SIGSTOP')
  return pids
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** The primary's name, and the processes of its Patroni, which stand still from now on; null while nobody is the primary. */
async function stopTheKeeper(world: World): Promise<{ primary: string; keeper: number[] } | null> {
  const index = await primaryOf(world)
  if (index === null) return null
  const primary = `postgres-${index + 1}`
  const keeper = processesOf(world.dataDir, `${primary}.yml`)
  signal(keeper, 'SIGSTOP')
  return { primary, keeper }
}

/** Postgres goes on, believing to be the primary, while the other one becomes it. */
async function stallTheKeeper(world: World): Promise<void> {
  const stopped = await stopTheKeeper(world)
  if (!stopped) return
  await sleep(STALLED_MS)
  signal(stopped.keeper, 'SIGCONT')
}

/** Its Postgres is gone, and who would start it again does nothing until it may come back. */
export async function loseItsHost(world: World): Promise<() => void> {
  const stopped = await stopTheKeeper(world)
  if (!stopped) return () => {}
  signal(await withChildren(world.dataDir, [stopped.primary]), 'SIGKILL')
  return () => signal(stopped.keeper, 'SIGCONT')
}

/** As a virtual machine that is moved: all of it stands still, and goes on believing what it believed. */
async function suspendItsHost(world: World): Promise<void> {
  const stopped = await stopTheKeeper(world)
  if (!stopped) return
  const database = await stopAll(world.dataDir, [stopped.primary])
  await sleep(HOST_AWAY_MS)
  signal([...database, ...stopped.keeper], 'SIGCONT')
}

async function loseThePrimary(world: World): Promise<void> {
  const { dataDir } = world
  const primary = await replaceablePrimary(world)
  if (primary === null) return
  const name = `postgres-${primary + 1}`
  const files = await readlink(join(dataDir, name))
  const { uid, gid, mode } = await stat(files)
  const lost = `${files}-lost`
  // All at once, and before whoever starts it again can find half of it.
  await rename(files, lost)
  await mkdir(files, { mode: mode & 0o777 })
  await chown(files, uid, gid)
  signal([...processesOf(dataDir, `${name}.yml`), ...processesOf(dataDir, files)], 'SIGKILL')
  await rm(lost, { recursive: true, force: true, maxRetries: 10 })
}
