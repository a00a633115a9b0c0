/** What db/migrations/0002_auth.sql promises: anonymous roles read nothing, and the functions identify the caller. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pruneAuth } from './prune.ts'
import { type AuthFixture, createAuthFixture, signedUp } from './testing/fixture.ts'

/** Sessions here outlive what is pruned. */
const ENDLESS = { sessionSeconds: null, sessionIdleSeconds: null }

let auth: AuthFixture
beforeAll(async () => {
  auth = await createAuthFixture({ limits: ENDLESS })
})
afterAll(() => auth.drop())

test('every table has row-level security, and no role may even try', async () => {
  const tables = await auth.sql<{ name: string; secured: boolean; readable: boolean }[]>`
    select c.relname as name, c.relrowsecurity as secured,
      bool_or(has_table_privilege(r.rolname, c.oid, 'select, insert, update, delete')) as readable
    from pg_class c, pg_roles r
    where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r'
      and r.rolname in ('anon', 'authenticated', 'service_role', 'authenticator')
    group by c.relname, c.relrowsecurity`
  expect(tables.length).toBeGreaterThanOrEqual(11)
  expect(tables.filter((table) => !table.secured || table.readable)).toEqual([])
})

test.each([
  [
    '{"sub":"00000000-0000-4000-8000-000000000001","role":"authenticated","email":"a@b.test"}',
    'authenticated',
  ],
  ['', null],
])('auth.uid() and its sisters read the claims of %s', async (claims, role) => {
  const [row] = await auth.sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${claims}, true)`
    await tx`set local role anon`
    return tx`select auth.uid() as uid, auth.role() as role, auth.email() as email, auth.jwt() as jwt`
  })
  expect(row).toEqual({
    uid: role && '00000000-0000-4000-8000-000000000001',
    role,
    email: role && 'a@b.test',
    jwt: role && JSON.parse(claims),
  })
})

test.each([
  ["insert into auth.users (email) values ('Upper@tune.test')", 'users_email_check'],
  ["insert into auth.users (email, role) values ('a@b.test', 'postgres')", 'users_role_check'],
  [
    "insert into auth.users (email, encrypted_password) values ('a@b.test', 'plain')",
    'users_encrypted_password_check',
  ],
])('%s breaks %s', async (statement, constraint) => {
  await expect(auth.sql.unsafe(statement)).rejects.toMatchObject({ constraint_name: constraint })
})

test('pruning forgets what has served its time, and leaves the active token its parent', async () => {
  const { refresh_token: first } = await signedUp(auth, 'fan@tune.test')
  const refresh = async (token: string) => {
    const body = { refresh_token: token }
    return String((await auth.ask('POST', '/token?grant_type=refresh_token', { body })).body.refresh_token)
  }
  const second = await refresh(first)
  const third = await refresh(second)
  auth.pass(200 * 86_400)
  await pruneAuth(auth.sql, ENDLESS, auth.time.now)
  for (const table of ['rate_limits', 'audit_log_entries']) {
    expect(await auth.sql`select from ${auth.sql(`auth.${table}`)}`).toHaveLength(0)
  }
  expect(await auth.sql`select from auth.refresh_tokens`).toHaveLength(2)
  expect(await refresh(second)).toBe(third)
})
