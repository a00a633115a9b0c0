import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from './options.ts'
import { pruneAuth } from './prune.ts'
import { type AuthFixture, createAuthFixture, signedUp, signIn, type Tokens } from './testing/fixture.ts'

let auth: AuthFixture
beforeAll(async () => {
  auth = await createAuthFixture()
})
afterAll(() => auth.drop())

const DAY = 86_400
const refresh = async (refresh_token: string) => {
  const answer = await auth.ask<Tokens & { code: string; message: string }>(
    'POST',
    '/token?grant_type=refresh_token',
    { body: { refresh_token } },
  )
  return answer.body
}

test('a session that nobody uses ends after ninety days', async () => {
  const { refresh_token: first } = await signedUp(auth, 'idle@tune.test')
  auth.pass(89 * DAY)
  const { refresh_token: second } = await refresh(first)
  auth.pass(89 * DAY)
  const { refresh_token: third } = await refresh(second)
  auth.pass(91 * DAY)
  expect(await refresh(third)).toMatchObject({
    code: 'session_expired',
    message: 'Invalid Refresh Token: Session Expired (Inactivity)',
  })
})

test('and after a year in any case', async () => {
  let { refresh_token } = await signedUp(auth, 'busy@tune.test')
  for (let month = 0; month < 12; month++) {
    auth.pass(30 * DAY)
    refresh_token = (await refresh(refresh_token)).refresh_token
  }
  auth.pass(6 * DAY)
  expect(await refresh(refresh_token)).toMatchObject({
    code: 'session_expired',
    message: 'Invalid Refresh Token: Session Expired',
  })
})

test('an installation may want neither', async () => {
  const open = await createAuthFixture({ limits: { sessionSeconds: null, sessionIdleSeconds: null } })
  const { refresh_token } = await signedUp(open, 'ever@tune.test')
  open.pass(3650 * DAY)
  const answer = await open.ask('POST', '/token?grant_type=refresh_token', { body: { refresh_token } })
  expect(answer.status).toBe(200)
  await open.drop()
})

test('the twenty-first sign-in ends the session that was used longest ago', async () => {
  const email = 'many@tune.test'
  const first = await signedUp(auth, email)
  auth.pass(1)
  const second = (await signIn(auth, email)).body
  auth.pass(1)
  const used = (await refresh(first.refresh_token)).access_token
  for (let count = 0; count < 19; count++) {
    auth.pass(1)
    await signIn(auth, email)
  }
  const bearers = [used, second.access_token]
  const states = await Promise.all(bearers.map((bearer) => auth.ask('GET', '/user', { bearer })))
  expect(states.map(({ status }) => status)).toEqual([200, 403])
  const [row] = await auth.sql`
    select count(*)::int as open from auth.sessions where user_id = ${first.user.id}`
  expect(row?.open).toBe(20)
})

test('one that was ended is known for thirty days', async () => {
  const { user } = await signedUp(auth, 'over@tune.test')
  await auth.sql`update auth.sessions set not_after = ${auth.time.now} where user_id = ${user.id}`
  for (const [days, left] of [
    [29, 1],
    [2, 0],
  ] as const) {
    auth.pass(days * DAY)
    await pruneAuth(auth.sql, DEFAULT_LIMITS, auth.time.now)
    expect(await auth.sql`select from auth.sessions where user_id = ${user.id}`).toHaveLength(left)
  }
})

test('what can no longer be refreshed is deleted', async () => {
  const { user } = await signedUp(auth, 'gone@tune.test')
  const left = () => auth.sql`select from auth.sessions where user_id = ${user.id}`
  auth.pass(89 * DAY)
  await pruneAuth(auth.sql, DEFAULT_LIMITS, auth.time.now)
  expect(await left()).toHaveLength(1)
  auth.pass(2 * DAY)
  await pruneAuth(auth.sql, { sessionSeconds: null, sessionIdleSeconds: null }, auth.time.now)
  expect(await left()).toHaveLength(1)
  await pruneAuth(auth.sql, DEFAULT_LIMITS, auth.time.now)
  expect(await left()).toHaveLength(0)
})
