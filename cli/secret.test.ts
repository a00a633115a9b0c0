// @module-tag release
/** A database follows its secret: another one is refused at a start, and is given the database by command alone. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encrypt } from '#server/doors/auth/secrets.ts'
import { connect, type Sql } from '#server/platform/db/sql.ts'
import { TEST_ENV } from '#server/testing/market.ts'
import { freePort } from '../scripts/free-port.ts'
import { type RunningPostgres, startPostgres } from '../scripts/postgres.ts'

const ROOT = join(import.meta.dirname, '..')
const [FIRST, SECOND, THIRD] = ['first', 'second', 'third'].map((word) => word.padEnd(40, '.')) as [
  string,
  string,
  string,
]

let folder: string
let postgres: RunningPostgres
let sql: Sql
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tune-secret-'))
  postgres = await startPostgres({ dataDir: folder, port: await freePort() })
  sql = connect(postgres.url, { max: 1 })
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await postgres.stop()
  for (const gone of [dirname(postgres.files), folder]) await rm(gone, { recursive: true, force: true })
})

function run(secret: string, ...args: string[]): { code: number | null; said: string } {
  return runWith({ JWT_SECRET: secret }, ...args)
}
function runWith(set: Record<string, string>, ...args: string[]): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: {
      ...process.env,
      ...TEST_ENV,
      DATABASE_URL: postgres.url,
      DATA_DIR: join(folder, 'data'),
      ...set,
    },
  })
  return { code: status, said: stdout + stderr }
}
/** What a server does first, and all that it does. */
const start = (secret: string) => run(secret, 'server/main.ts', 'migrate')
const tune = (secret: string, ...args: string[]) => run(secret, 'cli/main.ts', 'secret', ...args)
/** A file whose first line is the secret. */
function kept(secret: string): string {
  const file = join(folder, 'old-secret')
  writeFileSync(file, `${secret}\n`)
  return file
}

test('another secret is refused in a sentence; `secret change` and `secret lost` give it the database', async () => {
  expect(start(FIRST).code).toBe(0)
  const [user] = await sql<[{ id: string }]>`
    insert into auth.users (id, email) values (gen_random_uuid(), 'ana@tune.test') returning id`
  await sql`
    insert into auth.mfa_factors (user_id, factor_type, status, secret)
    values (${user.id}, 'totp', 'verified', ${encrypt(FIRST, 'factor secrets', 'JBSWY3DPEHPK3PXP')})`

  const refused = start(SECOND)
  expect(refused.code).toBe(1)
  expect(refused.said).toMatch(/^JWT_SECRET is not that of the installation/)
  expect(refused.said).not.toContain('    at ')
  expect(tune(SECOND, 'change', kept(THIRD))).toEqual({
    code: 2,
    said: 'Nothing was changed: this database does not belong to that old secret.\n',
  })
  expect(start(FIRST).code).toBe(0)

  // What an argument would show to everybody on the machine is asked for as a file.
  const asArgument = tune(SECOND, 'change', FIRST)
  expect(asArgument).toMatchObject({ code: 2, said: expect.stringContaining('standard input') })
  expect(asArgument.said).not.toContain(FIRST)
  expect(tune(SECOND, 'change', kept(FIRST))).toMatchObject({
    code: 0,
    said: expect.stringContaining('1 second'),
  })
  expect(start(SECOND).code).toBe(0)
  expect(start(FIRST).code).toBe(1)

  expect(tune(THIRD, 'lost')).toMatchObject({
    code: 0,
    said: expect.stringContaining('1 second factors are gone'),
  })
  expect(start(THIRD).code).toBe(0)
  expect(await sql`select from auth.mfa_factors`).toHaveLength(0)
})

test('another wallet is refused in a sentence; `wallet change` moves the platform, from the wallet that it had', async () => {
  const [old, next] = [TEST_ENV.PLATFORM_WALLET ?? '', `0x${'Ab'.repeat(20)}`]
  const settings = { JWT_SECRET: THIRD, PLATFORM_WALLET: next }
  const begin = () => runWith(settings, 'server/main.ts', 'migrate')
  const change = (from: string) => runWith(settings, 'cli/main.ts', 'wallet', 'change', from)
  expect(begin()).toMatchObject({ code: 1, said: expect.stringContaining(`PLATFORM_WALLET is not ${old}`) })
  expect(change(`0x${'55'.repeat(20)}`)).toEqual({
    code: 2,
    said: 'Nothing was changed: this database is not used with that old wallet.\n',
  })
  expect(change(old)).toMatchObject({ code: 0, said: expect.stringContaining(next) })
  expect(begin().code).toBe(0)
  expect(start(THIRD).code).toBe(1)
})
