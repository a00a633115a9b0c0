/** `npm start` in a fresh clone, until the first page is served; what it cannot do without is a database. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../scripts/free-port.ts'
import { leash, release } from '../scripts/leash.mjs'
import { startPostgres } from '../scripts/postgres.ts'
import { ROOT } from '../scripts/setup.mjs'
import type { BenchContext } from './main.ts'
import type { Result } from './report.ts'
import { run as runProgram } from './run.ts'

export const title = 'npm start, from an empty data folder to the first served page'

const ROUNDS = 3
/** The product and, after it, the ports of what it needs. */
const PORTS = 5
const LONGEST_MS = 300_000
const BUILT = ['server/dist', 'web/dist', 'node_modules/.cache']

/** `stages`: what the start said of each, such as `application 9.2 s`, up to the first page. */
type Start = { ms: number; stages: string }

export async function run({ say }: BenchContext): Promise<Result[]> {
  const clone = await cloneTree()
  const figures = {
    bare: [] as number[],
    fresh: [] as number[],
    built: [] as number[],
    second: [] as number[],
  }
  const stages = { fresh: [] as string[], built: [] as string[], second: [] as string[] }
  const note = (kind: keyof typeof stages, start: Start) => {
    figures[kind].push(start.ms)
    stages[kind].push(`${Math.round(start.ms)} ms (${start.stages})`)
  }
  try {
    for (let round = 0; round < ROUNDS; round++) {
      figures.bare.push(await bareDatabase())
      for (const folder of ['.data', ...BUILT])
        await rm(join(clone, folder), { recursive: true, force: true })
      note('fresh', await firstPage(clone))
      note('second', await firstPage(clone))
      await rm(join(clone, '.data'), { recursive: true })
      note('built', await firstPage(clone))
      say(
        `Postgres alone ${at(figures.bare)} ms; fresh clone ${at(figures.fresh)} ms, again ${at(figures.second)} ms, built and empty ${at(figures.built)} ms`,
      )
    }
  } finally {
    await rm(clone, { recursive: true, force: true })
  }
  const over = (above: number[]) => above.map((ms, round) => ms / (figures.bare[round] as number))
  const baseline = 'initdb and the start of the same Postgres, by the same script'
  const alone = `Postgres alone ${figures.bare.map(Math.round).join(' · ')} ms`
  return [
    {
      goal: 'first page of a fresh clone that builds itself / a database alone',
      baseline,
      unit: '×',
      rounds: over(figures.fresh),
      limit: { atMost: 2 },
      notes: [
        alone,
        'the two builds (application) take most of it, then the migrations of an empty database, about a second of the server’s start',
        ...stages.fresh,
      ],
    },
    {
      goal: 'first page, the application built and the data folder empty / a database alone',
      baseline,
      unit: '×',
      rounds: over(figures.built),
      limit: { atMost: 2 },
      notes: stages.built,
    },
    {
      goal: 'first page of the second start',
      baseline: 'none: a time',
      unit: 'ms',
      rounds: figures.second,
      limit: { atMost: 2000 },
      notes: stages.second,
    },
  ]
}

/** A clone of the present commit, with its packages: linked where the folders are on one disk, otherwise copied. */
async function cloneTree(): Promise<string> {
  const clone = join(await mkdtemp(join(tmpdir(), 'tune-clone-')), 'tune')
  runProgram('git', ['clone', '--quiet', ROOT, clone])
  const [from, to] = [join(ROOT, 'node_modules'), join(clone, 'node_modules')]
  if (spawnSync('cp', ['-al', from, to]).status !== 0) {
    await rm(to, { recursive: true, force: true })
    runProgram('cp', ['-a', from, to])
  }
  return clone
}

/** Milliseconds for a new database: its files, and until it accepts connections. */
async function bareDatabase(): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tune-bare-'))
  const port = await freePort()
  const from = performance.now()
  const postgres = await startPostgres({ dataDir, port })
  const took = performance.now() - from
  await postgres.stop()
  for (const folder of [postgres.files, dataDir]) await rm(folder, { recursive: true, force: true })
  return took
}

/** Starts the clone until it has served its first page, and ends it. */
async function firstPage(clone: string): Promise<Start> {
  const port = await freePorts()
  // As in somebody's own terminal: the compile cache is then the clone's.
  const { DATABASE_URL: _, CHAIN_RPC_URL: __, DATA_DIR: ___, NODE_COMPILE_CACHE: ____, ...env } = process.env
  const from = performance.now()
  const child = leash(process.execPath, ['scripts/start.mjs'], {
    cwd: clone,
    env: { ...env, PORT: String(port) },
  })
  let said = ''
  for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk) => (said += chunk))
  try {
    while (!(await isServed(port))) {
      if (child.exitCode !== null || performance.now() - from > LONGEST_MS)
        throw new Error(`npm start served no page: ${said}`)
      await sleep(5)
    }
    const ms = performance.now() - from
    const stages = [...said.matchAll(/✓ (\S.*?) +([\d.]+ s)/g)].map(([, name, took]) => `${name} ${took}`)
    return { ms, stages: stages.join(', ') }
  } finally {
    await release(child)
  }
}

async function isServed(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/`)
    return answer.ok && (await answer.text()).includes('<div id="root">')
  } catch {
    return false
  }
}

/** The first of as many free ports as a world takes. */
async function freePorts(): Promise<number> {
  for (;;) {
    const first = await freePort()
    const taken = await Promise.all(Array.from({ length: PORTS }, (_, n) => isTaken(first + n)))
    if (!taken.includes(true)) return first
  }
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(true))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(false)))
  })
}

const at = (figures: number[]) => Math.round(figures.at(-1) ?? 0)
