/** Starts the whole product with the command behind `npm start`, in a data folder of its own. */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, readlink, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'

const ROOT = join(import.meta.dirname, '..')
const START_TIMEOUT_MS = 200_000
const PORTS_OF_A_WORLD = 5

declare module 'vitest' {
  interface ProvidedContext {
    world: World
  }
}
export type World = { url: string; emulators: string; databaseUrl: string; dataDir: string; port: number }

export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tune-e2e-'))
  const port = await freePorts()
  const running = await startWorld({ port, dataDir })
  project.provide('world', worldAt(port, dataDir))
  return async () => {
    await running.stop()
    await removeData(dataDir)
  }
}

export function worldAt(port: number, dataDir: string): World {
  return {
    url: `http://localhost:${port}`,
    emulators: `http://localhost:${port + 1}`,
    databaseUrl: `postgres://postgres@127.0.0.1:${port + 2}/postgres`,
    dataDir,
    port,
  }
}

/** Removes a world's data, including database files kept elsewhere. */
export async function removeData(dataDir: string): Promise<void> {
  const files = await readlink(join(dataDir, 'postgres')).catch(() => null)
  // A process of the world that is still ending may write a last file.
  for (const folder of [files && dirname(files), dataDir])
    if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 10 })
}

/** The processes of the world in `dataDir` that run `command`, without the shells around them. */
export function processesOf(dataDir: string, command: string): number[] {
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
          environment.includes(`DATA_DIR=${dataDir}`)
        )
      } catch {
        // The process has ended meanwhile, or belongs to another user.
        return false
      }
    })
}

export type RunningWorld = { output: () => string; pid: number; stop: () => Promise<number | null> }

/** Resolves once the world reports that it is ready. */
export async function startWorld(options: {
  port: number
  dataDir: string
  env?: Record<string, string>
}): Promise<RunningWorld> {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs')], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(options.port), DATA_DIR: options.dataDir, ...options.env },
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

/** The first of five consecutive free ports, below the ephemeral range. */
export async function freePorts(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const first = 10_000 + Math.floor(Math.random() * 2000) * 10
    const ports = Array.from({ length: PORTS_OF_A_WORLD }, (_, index) => first + index)
    const free = await Promise.all(ports.map(isFree))
    if (free.every(Boolean)) return first
  }
  throw new Error('No five free ports in a row between 10000 and 30000.')
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
