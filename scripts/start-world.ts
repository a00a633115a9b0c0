/** Starts the whole product with the command behind `npm start` or `npm run cluster`, from another program. */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile, readlink, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { SHARED_ROOT } from './postgres.ts'

const ROOT = join(import.meta.dirname, '..')
const START_TIMEOUT_MS = 200_000
/** Above 10080, which browsers refuse to call, and Node with them ("bad port" of the Fetch standard). */
const LOWEST_PORT = 11_000
/** What `npm start` starts, and what `npm run cluster` does. */
type Kind = 'world' | 'cluster'
const STARTERS: Record<Kind, { file: string; ports: number }> = {
  world: { file: 'scripts/start.mjs', ports: 5 },
  cluster: { file: 'scripts/cluster.mjs', ports: 50 },
}
/** `WORLD=cluster` has the journeys run on several hosts' worth of processes. */
const USUAL: Kind = process.env.WORLD === 'cluster' ? 'cluster' : 'world'

export type World = { url: string; emulators: string; databaseUrl: string; dataDir: string; port: number }

export function worldAt(port: number, dataDir: string): World {
  return {
    url: `http://localhost:${port}`,
    emulators: `http://localhost:${port + 1}`,
    databaseUrl: `postgres://postgres@127.0.0.1:${port + 2}/postgres`,
    dataDir,
    port,
  }
}

/** The settings of a world's servers, as `npm start` has kept them. */
export function settingsOf(dataDir: string): Record<string, string> {
  return parseEnv(readFileSync(join(dataDir, 'server.env'), 'utf8')) as Record<string, string>
}

/** Removes a world's data, including database files kept elsewhere. */
export async function removeData(dataDir: string): Promise<void> {
  const links = ['postgres', 'postgres-1', 'postgres-2', 'engines'].map((name) => join(dataDir, name))
  const files = await Promise.all(links.map((link) => readlink(link).catch(() => null)))
  // A process of the world that is still ending may write a last file.
  for (const folder of [...files.map((path) => path && dirname(path)), dataDir])
    if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 10 })
}

/** The processes of the world in `dataDir` that run `command`, with `setting` if one is named, without the shells around them. */
export function processesOf(dataDir: string, command: string, setting?: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
        return (
          line[0] !== '/bin/sh' &&
          line.some((word) => word.includes(command)) &&
          environment.includes(`DATA_DIR=${dataDir}`) &&
          (setting === undefined || environment.includes(setting))
        )
      } catch {
        // The process has ended meanwhile, or belongs to another user.
        return false
      }
    })
}

export type RunningWorld = { output: () => string; pid: number; stop: () => Promise<number | null> }

/** Gives what follows a disk of its own for database files, of so many megabytes; needs root on Linux. */
const onDiskOf = (megabytes: number) => [
  'unshare',
  '--mount',
  'sh',
  '-c',
  `mount -t tmpfs -o size=${megabytes}m,mode=1777 tmpfs ${SHARED_ROOT} && exec "$@"`,
  'sh',
]

/** Resolves once the world reports that it is ready. `diskMegabytes`: the size of the database's disk. */
export async function startWorld(options: {
  port: number
  dataDir: string
  env?: Record<string, string>
  kind?: Kind
  diskMegabytes?: number
}): Promise<RunningWorld> {
  const [command, ...args] = [
    ...(options.diskMegabytes ? onDiskOf(options.diskMegabytes) : []),
    process.execPath,
    join(ROOT, STARTERS[options.kind ?? USUAL].file),
  ]
  const child = spawn(command as string, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      // The same on every machine, whatever its cores: tests kill servers one by one.
      WEB_PROCESSES: '1',
      PORT: String(options.port),
      DATA_DIR: options.dataDir,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready in time:\n${output}`)), START_TIMEOUT_MS)
    const read = (chunk: Buffer) => {
      output += chunk
      if (output.includes('Tune is ready')) {
        clearTimeout(timer)
        resolve()
      }
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void exited.then(async (code) => {
      clearTimeout(timer)
      const log = await readFile(join(options.dataDir, 'logs/server.log'), 'utf8').catch(() => '')
      reject(new Error(`ended with ${code}:\n${output}\n${log.slice(-4000)}`))
    })
  })
  return {
    output: () => output,
    pid: child.pid as number,
    stop: () => {
      child.kill('SIGTERM')
      return exited
    },
  }
}

/** The first of so many consecutive free ports as a world needs, below the ephemeral range. */
export async function freePorts(kind = USUAL): Promise<number> {
  const { ports: count } = STARTERS[kind]
  for (let attempt = 0; attempt < 100; attempt++) {
    const first = LOWEST_PORT + Math.floor(Math.random() * 1900) * 10
    const ports = Array.from({ length: count }, (_, index) => first + index)
    const free = await Promise.all(ports.map(isFree))
    if (free.every(Boolean)) return first
  }
  throw new Error(`No ${count} free ports in a row between ${LOWEST_PORT} and 30000.`)
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
