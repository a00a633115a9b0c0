import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../scripts/free-port.ts'
import { type RunningPostgres, startPostgres } from '../../../scripts/postgres.ts'
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
