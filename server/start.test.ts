/** A start that is refused says everything that speaks against it, in one list and without a trace. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../scripts/free-port.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { TEST_ENV } from './testing/market.ts'

const MAIN = join(import.meta.dirname, 'main.ts')

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'tune-start-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

const settings = (change: Record<string, string>) => ({
  PATH: process.env.PATH,
  ...TEST_ENV,
  DATABASE_URL: database.url,
  DATA_DIR: folder,
  ...change,
})

function refused(change: Record<string, string>): string[] {
  const { status, stderr } = spawnSync(process.execPath, [MAIN], { env: settings(change), encoding: 'utf8' })
  expect(status, stderr).toBe(1)
  // The pages may not have been built: that is said beside.
  return stderr
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('serveStatic'))
}

test('another wallet than the stored one is refused, and the stored one stays', async () => {
  const wallet = async () => (await database.sql`select wallet from private.platform`)[0]?.wallet
  await database.sql`insert into private.platform (wallet) values (${TEST_ENV.PLATFORM_WALLET ?? ''})`
  const said = refused({ PLATFORM_WALLET: `0x${'33'.repeat(20)}`, JWT_SECRET: 's'.repeat(32) })
  // Of the secret the database itself knows nothing; its server does once another file has started a process there.
  expect(said.filter((line) => !line.includes('the installation which uses this database server'))).toEqual([
    expect.stringMatching(new RegExp(`PLATFORM_WALLET is not ${TEST_ENV.PLATFORM_WALLET}`)),
  ])
  expect(await wallet()).toBe(TEST_ENV.PLATFORM_WALLET)
})

test('settings, folder and database stand in one list', () => {
  writeFileSync(join(folder, 'file'), '')
  const said = refused({
    PIX_KEY: '',
    DATA_DIR: join(folder, 'file', 'data'),
    PLATFORM_WALLET: `0x${'33'.repeat(20)}`,
  })
  expect(said.slice(1)).toEqual([
    '  PIX_KEY: is not set',
    `  DATA_DIR: ${join(folder, 'file', 'data')} is below a file, not a folder`,
    expect.stringContaining('  PLATFORM_WALLET is not'),
  ])
})

test.each<[string, RegExp]>([
  ['postgres://postgres@127.0.0.1:1/tune', /^ {2}DATABASE_URL: the database does not answer .*ECONNREFUSED/],
])('a database that is away is one line of the list: %s', (DATABASE_URL, said) => {
  expect(refused({ PIX_KEY: '', DATABASE_URL }).at(-1)).toMatch(said)
})

test('a database that does not exist is a sentence', () => {
  const DATABASE_URL = database.url.replace(/[^/]+$/, 'nowhere')
  expect(refused({ DATABASE_URL })).toEqual([
    expect.stringMatching(/^DATABASE_URL: .*"nowhere" does not exist/),
  ])
})

/** A start that waits, with every line of its log as it comes. */
function waiting(change: Record<string, string>): { child: ChildProcess; lines: string[] } {
  const child = spawn(process.execPath, [MAIN], {
    env: settings({ LOG_LEVEL: 'warn', SERVICES: 'web', ...change }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  child.stdout?.on('data', (text) => lines.push(...String(text).trimEnd().split('\n')))
  return { child, lines }
}

const away = (lines: string[]) => lines.filter((line) => line.includes('the database does not answer'))

test('a database that refuses, or is silent, is in the log before the driver gives up, and again', async () => {
  const silent = createServer()
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void silent.close())
  const at = (port: number) => waiting({ DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/tune` })
  const starts = [at(await freePort()), at((silent.address() as AddressInfo).port)]
  for (const { lines } of starts)
    await expect.poll(() => away(lines).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(2)
})
