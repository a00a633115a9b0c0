// @module-tag release
/** With the role of deploy/database.sql, which is no superuser, the product starts, is backed up and is restored. */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../scripts/free-port.ts'
import { leash, release } from '../../../scripts/leash.mjs'
import { type RunningPostgres, startPostgres } from '../../../scripts/postgres.ts'
import { TEST_ENV } from '../../testing/market.ts'
import { connect, type Sql } from '../db/sql.ts'

const ROOT = join(import.meta.dirname, '../../..')
const PASSWORD = 'the-password-of-tune'
let folder: string
let postgres: RunningPostgres
let superuser: Sql

/** A server on which every login but the superuser's shows its password, and which has seen the script. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tune-role-'))
  postgres = await startPostgres({ dataDir: folder, port: await freePort() })
  superuser = connect(postgres.url, { max: 1 })
  const rules = ['postgres 127.0.0.1/32 trust', 'all 127.0.0.1/32 scram-sha-256'].map(
    (rule) => `host all ${rule}\n`,
  )
  await writeFile(join(postgres.files, 'pg_hba.conf'), rules)
  await superuser`select pg_reload_conf()`
  for (const statement of await statementsOf('deploy/database.sql')) await superuser.unsafe(statement)
  await superuser.unsafe(`alter role tune password '${PASSWORD}'`)
})
afterAll(async () => {
  await superuser.end({ timeout: 1 })
  await postgres.stop()
  for (const gone of [dirname(postgres.files), folder]) await rm(gone, { recursive: true, force: true })
})

/** As psql sends them: one by one, since a database is not made in company. */
async function statementsOf(file: string): Promise<string[]> {
  const text = (await readFile(join(ROOT, file), 'utf8')).replace(/--.*$/gm, '')
  return text.split(';').filter((statement) => statement.trim() !== '')
}

function urlOf(database: string): string {
  const url = new URL(postgres.url)
  Object.assign(url, { username: 'tune', password: PASSWORD, pathname: `/${database}` })
  return url.href
}

const envOf = (database: string) => ({
  ...process.env,
  ...TEST_ENV,
  DATABASE_URL: urlOf(database),
  DATA_DIR: join(folder, database),
})

function tune(database: string, args: string[]): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['cli/main.ts', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: envOf(database),
  })
  return { code: status, said: stdout + stderr }
}

/** All roles of the server in one process, until they serve. */
async function serve(database: string): Promise<() => Promise<void>> {
  const port = await freePort()
  const env = { ...envOf(database), PORT: String(port), PUBLIC_URL: `http://localhost:${port}` }
  const server = leash(process.execPath, ['server/main.ts'], { cwd: ROOT, env })
  let said = ''
  for (const output of [server.stdout, server.stderr]) output?.on('data', (some) => (said += some))
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isUp())) {
    if (server.exitCode !== null) throw new Error(said.slice(-3000))
    await sleep(100)
  }
  return () => release(server)
}

test('it starts, is backed up and is restored with that role', async () => {
  const end = await serve('tune')
  const owner = connect(urlOf('tune'), { max: 1 })
  const [uid, email] = [randomUUID(), 'ana@tune.test']
  await owner`insert into auth.users (id, email) values (${uid}, ${email})`
  const slots = () => superuser`select from pg_replication_slots where database = 'tune' and active`
  await expect.poll(slots).not.toHaveLength(0)
  const backup = join(folder, 'backup')
  expect(tune('tune', ['backup', backup])).toMatchObject({
    code: 0,
    said: expect.stringContaining('rows of'),
  })
  await end()
  await owner.end()

  await superuser.unsafe('create database again owner tune template template0')
  expect(tune('again', ['restore', backup])).toMatchObject({
    code: 0,
    said: expect.stringContaining('are back'),
  })
  const restored = connect(urlOf('again'), { max: 1 })
  expect(await restored`select email from auth.users where id = ${uid}`).toEqual([{ email }])
  await restored.end()
  await (await serve('again'))()
})

test('it has no other rights than those', async () => {
  const [role] = await superuser`
    select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = 'tune'`
  expect(role).toEqual({
    rolsuper: false,
    rolcreatedb: false,
    rolcreaterole: true,
    rolreplication: true,
    rolbypassrls: true,
  })
})

test('a restore by a role without the right says what is missing, before anything is begun', async () => {
  await superuser`create role plain with login createrole bypassrls replication password ${superuser.unsafe(`'${PASSWORD}'`)}`
  await superuser.unsafe('create database plain owner plain template template0')
  const url = urlOf('plain').replace('//tune:', '//plain:')
  const { status, stderr } = spawnSync(process.execPath, ['cli/main.ts', 'restore', join(folder, 'backup')], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...envOf('plain'), DATABASE_URL: url },
  })
  expect(stderr).toContain('deploy/database.sql')
  expect(status).toBe(2)
})
