import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../scripts/free-port.ts'
import { type RunningPostgres, startPostgres } from '../../../scripts/postgres.ts'
import { createRestDoor } from '../../doors/rest/door.ts'
import { readEnv } from '../../env.ts'
import { prepareDatabase } from '../../prepare-database.ts'
import { TEST_ENV } from '../../testing/market.ts'
import { createLogger } from '../log.ts'
import { migrate } from './migrate.ts'
import { connect, type Sql } from './sql.ts'
import { openStrangersLogin, STRANGERS_ROLE, strangersPassword } from './strangers-login.ts'

const SECRET = 'a-secret-of-the-tests-of-logins-of-at-least-32-bytes'
let folder: string
let postgres: RunningPostgres
let owner: Sql
let ownersUrl: string

/** A server of its own, because every login of it must show its password. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tune-login-'))
  postgres = await startPostgres({ dataDir: folder, port: await freePort() })
  const trusted = connect(postgres.url, { max: 1 })
  await trusted`alter role postgres password 'the-owner'`
  await writeFile(join(postgres.files, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n')
  await trusted`select pg_reload_conf()`
  await trusted.end()
  const url = new URL(postgres.url)
  url.password = 'the-owner'
  ownersUrl = url.href
  owner = connect(ownersUrl, { max: 2 })
  await migrate(owner, ownersUrl)
})
afterAll(async () => {
  await owner.end()
  await postgres.stop()
  for (const gone of [dirname(postgres.files), folder]) await rm(gone, { recursive: true, force: true })
})

const logIn = (password: string) => connect(ownersUrl, { max: 1, role: STRANGERS_ROLE, password })

test('strangers log in with a password that follows from the secret, and never become the owner', async () => {
  await openStrangersLogin(owner, ownersUrl, SECRET)
  const [before] = await owner`select rolpassword from pg_authid where rolname = ${STRANGERS_ROLE}`
  await openStrangersLogin(owner, ownersUrl, SECRET)
  const [after] = await owner`select rolpassword from pg_authid where rolname = ${STRANGERS_ROLE}`
  expect(after).toEqual(before)

  const strangers = logIn(strangersPassword(SECRET))
  await expect(strangers`set role postgres`).rejects.toThrow('permission denied')
  await expect(strangers`set session authorization postgres`).rejects.toThrow('permission denied')
  await strangers`set role anon`
  await strangers`reset role`
  const [now] = await strangers`select session_user::text as who, current_user::text as acts_as`
  expect(now).toEqual({ who: STRANGERS_ROLE, acts_as: STRANGERS_ROLE })
  await expect(strangers`select * from public.users`).rejects.toThrow('permission denied')
  await strangers.end()
})

test('another secret is another password', async () => {
  await openStrangersLogin(owner, ownersUrl, SECRET)
  const wrong = logIn(strangersPassword(`${SECRET}!`))
  await expect(wrong`select 1`).rejects.toThrow('password authentication failed')
  await wrong.end()
  await openStrangersLogin(owner, ownersUrl, `${SECRET}!`)
  const right = logIn(strangersPassword(`${SECRET}!`))
  await right`select 1`
  await right.end()
})

test('a process with another secret is refused at its start, and the login of the others goes on', async () => {
  const env = (more: Record<string, string> = {}) =>
    readEnv({ ...TEST_ENV, DATABASE_URL: ownersUrl, JWT_SECRET: SECRET, ...more })
  await prepareDatabase(env())
  const ours = logIn(strangersPassword(SECRET))
  const other = env({ JWT_SECRET: `${SECRET}!`, PLATFORM_WALLET: `0x${'33'.repeat(20)}` })
  // The role is the server's: another database is no way around it.
  await expect(prepareDatabase(other)).rejects.toThrow(/would lock its visitors out.*or use another server/)
  await owner.unsafe(`comment on role ${STRANGERS_ROLE} is null`)
  await expect(prepareDatabase(other)).rejects.toThrow('JWT_SECRET is not the one this database belongs to')
  await prepareDatabase(env())
  const [platform] = await owner`select wallet from private.platform`
  expect(platform).toEqual({ wallet: TEST_ENV.PLATFORM_WALLET })
  await ours.end()
  const again = logIn(strangersPassword(SECRET))
  await again`select 1`
  await again.end()
})

test('a login that the database refuses is told to nobody in its words', async () => {
  const strangerSql = logIn('none of theirs')
  const door = createRestDoor({
    sql: strangerSql,
    jwtSecret: SECRET,
    log: createLogger('silent'),
    clientAddress: () => '127.0.0.1',
  })
  const answer = await door.request('/projects')
  expect(answer.status).toBe(503)
  expect(await answer.text()).not.toContain(STRANGERS_ROLE)
  await strangerSql.end()
})

test('two servers that start at the same moment: the slower one is content with what the faster one did', async () => {
  const secret = `${SECRET}?`
  const faster = connect(ownersUrl, { max: 1 })
  await faster`begin`
  await faster.unsafe(`alter role ${STRANGERS_ROLE} password '${strangersPassword(secret)}'`)
  const slower = openStrangersLogin(owner, ownersUrl, secret)
  const waiting = () => faster`select from pg_locks where not granted`
  await expect.poll(waiting, { timeout: 10_000 }).not.toEqual([])
  await faster`commit`
  await slower
  await faster.end()
})

test('a server that lets the login in for no password says what to do', async () => {
  await writeFile(
    join(postgres.files, 'pg_hba.conf'),
    `host all ${STRANGERS_ROLE} 127.0.0.1/32 reject\nhost all all 127.0.0.1/32 scram-sha-256\n`,
  )
  await owner`select pg_reload_conf()`
  await expect(openStrangersLogin(owner, ownersUrl, SECRET)).rejects.toThrow('docs/operating.md')
})
