/** The real `npm start`, killed outright: no process is left behind, and the next start resumes at once. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, isFree, processesOf, removeData } from '../scripts/start-world.ts'
import { expect, RELEASE, test } from './fixtures.ts'

const ROOT = join(import.meta.dirname, '..')
const GONE_WITHIN_MS = 20_000
const READY_WITHIN_MS = 120_000
/** The processes whose environment names the data folder. */
const PARTS = ['scripts/world.ts', 'server/dist/main.cjs', 'anvil']

let dataDir: string
let port: number
type Started = { npm: ChildProcess; ended: Promise<unknown>; said: () => string }
const started: Started[] = []
test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tune-starter-'))
  port = await freePorts()
})
test.afterAll(async () => {
  for (const { npm, ended } of started) {
    npm.kill('SIGTERM')
    await ended
  }
  await removeData(dataDir)
})

function npmStart(env: Record<string, string> = {}): Started {
  const settings = { ...process.env, PORT: String(port), DATA_DIR: dataDir, ...env }
  const npm = spawn('npm', ['start'], { cwd: ROOT, env: settings, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  npm.stdout.on('data', (chunk) => {
    output += chunk
  })
  npm.stderr.on('data', (chunk) => {
    output += chunk
  })
  const world = { npm, ended: once(npm, 'exit'), said: () => output }
  started.push(world)
  return world
}

const left = () => PARTS.flatMap((part) => processesOf(dataDir, part))

test('a killed process is restarted, and the others keep running', RELEASE, async () => {
  const world = npmStart()
  await expect.poll(world.said, { timeout: READY_WITHIN_MS }).toContain('Tune is ready')
  const server = () => processesOf(dataDir, 'server/dist/main.cjs')
  const [before] = server()
  const projects = () =>
    fetch(`http://localhost:${port}/api/v1/projects`).then(
      ({ status }) => status,
      () => 'nobody answers',
    )
  const healthy = await projects()

  const [postmaster] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(postmaster), 'SIGKILL')
  await expect.poll(world.said).toContain('The database ended unexpectedly')
  await expect.poll(projects).toBe(healthy)
  expect(server()).toEqual([before])

  process.kill(before as number, 'SIGKILL')
  await expect.poll(() => server().filter((pid) => pid !== before).length).toBe(1)
  await expect.poll(projects).toBe(healthy)
  world.npm.kill('SIGTERM')
  await world.ended
})

test('killed outright, it leaves nothing behind, and the next start resumes', RELEASE, async () => {
  const first = npmStart()
  await expect.poll(first.said, { timeout: READY_WITHIN_MS }).toContain('Tune is ready')
  const before = left()
  expect(before.length).toBeGreaterThanOrEqual(PARTS.length)
  first.npm.kill('SIGKILL')
  const second = npmStart()
  await expect
    .poll(() => left().filter((pid) => before.includes(pid)), { timeout: GONE_WITHIN_MS })
    .toEqual([])
  await expect.poll(second.said, { timeout: READY_WITHIN_MS }).toContain('Tune is ready')

  const third = npmStart({ PORT: String(await freePorts()) })
  await expect.poll(third.said, { timeout: READY_WITHIN_MS }).toContain(`already running from ${dataDir}`)
  second.npm.kill('SIGTERM')
  await expect.poll(left, { timeout: GONE_WITHIN_MS }).toEqual([])
  await expect.poll(() => isFree(port + 2), { timeout: GONE_WITHIN_MS }).toBe(true)
})
