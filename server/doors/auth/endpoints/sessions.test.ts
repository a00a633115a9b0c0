import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthFixture, createAuthFixture, PASSWORD, signedUp, signIn } from '../testing/fixture.ts'

let auth: AuthFixture
beforeAll(async () => {
  auth = await createAuthFixture({ requireCurrentPassword: true })
})
afterAll(() => auth.drop())

type Listed = { sessions: { id: string; ip: string; userAgent: string; current: boolean }[] }

test('sessions are listed coarsely, and one of them can be ended', async () => {
  const email = 'places@tune.test'
  await signedUp(auth, email)
  const here = (await signIn(auth, email)).body.access_token
  const there = (await signIn(auth, email)).body.access_token
  const list = async () => (await auth.ask<Listed>('GET', '/sessions', { bearer: here })).body.sessions
  const before = await list()
  expect(before).toHaveLength(3)
  expect(before.filter(({ current }) => current)).toHaveLength(1)
  expect(new Set(before.map(({ ip }) => ip))).toEqual(new Set(['203.0.*']))

  const claims = JSON.parse(atob(there.split('.')[1] ?? ''))
  expect((await auth.ask('DELETE', `/sessions/${claims.session_id}`, { bearer: here })).status).toBe(200)
  expect((await auth.ask('GET', '/user', { bearer: there })).body.code).toBe('session_not_found')
  expect(await list()).toHaveLength(2)
})

test("nobody ends another person's session", async () => {
  await signedUp(auth, 'owner@tune.test')
  const owner = (await signIn(auth, 'owner@tune.test')).body.access_token
  const { access_token: thief } = await signedUp(auth, 'ender@tune.test')
  const { session_id: id } = JSON.parse(atob(owner.split('.')[1] ?? ''))
  expect((await auth.ask('DELETE', `/sessions/${id}`, { bearer: thief })).status).toBe(404)
  expect((await auth.ask('DELETE', '/sessions/nonsense', { bearer: thief })).status).toBe(404)
  expect((await auth.ask('GET', '/user', { bearer: owner })).status).toBe(200)
})

test('a new password asks for the current one, and tells the owner', async () => {
  const email = 'change@tune.test'
  await signedUp(auth, email)
  const bearer = (await signIn(auth, email)).body.access_token
  const change = async (fields: Record<string, string>) => {
    const answer = await auth.ask('PUT', '/user', { bearer, body: { password: 'a new password', ...fields } })
    return [answer.status, answer.body.code]
  }
  expect(await change({})).toEqual([400, 'current_password_required'])
  expect(await change({ current_password: 'wrong' })).toEqual([400, 'current_password_invalid'])
  expect(await change({ nonce: '000000' })).toEqual([422, 'reauthentication_not_valid'])
  expect(await change({ current_password: PASSWORD })).toEqual([200, undefined])
  expect(auth.notices.at(-1)).toMatchObject({ kind: 'password_changed', to: email })
})

test('the session of a recovery mail needs no current password, for an hour', async () => {
  const email = 'forgot@tune.test'
  await signedUp(auth, email)
  auth.pass(120)
  await auth.ask('POST', '/recover', { body: { email } })
  const landed = await auth.follow(auth.mailTo(email).link ?? '')
  const bearer = new URLSearchParams(landed.hash.slice(1)).get('access_token') ?? ''
  const body = { password: 'a third password' }
  expect((await auth.ask('PUT', '/user', { bearer, body })).status).toBe(200)

  for (const table of ['auth.mfa_amr_claims', 'auth.sessions'])
    await auth.sql`
      update ${auth.sql(table)}
      set created_at = created_at - interval '2 hours', updated_at = updated_at - interval '2 hours'`
  const late = await auth.ask('PUT', '/user', { bearer, body: { password: 'a fourth password' } })
  expect(late.body.code).toBe('current_password_required')
})

test('a changed address is told to the old one and to the new one, and the profile follows', async () => {
  const email = 'before@tune.test'
  const { user, access_token: bearer } = await signedUp(auth, email)
  await auth.sql`insert into public.users (uid, email, nickname) values (${user.id}, ${email}, 'antes')`
  expect((await auth.ask('PUT', '/user', { bearer, body: { email: 'after@tune.test' } })).status).toBe(200)
  const first = await auth.follow(auth.mailTo(email).link ?? '')
  expect(first.hash).toContain('message=')
  expect(await auth.sql`select email from public.users where uid = ${user.id}`).toEqual([{ email }])
  const { linkToken } = auth.mailTo('after@tune.test')
  const body = { type: 'email_change', token_hash: linkToken?.tokenHash, password: PASSWORD }
  expect((await auth.ask('POST', '/verify', { body })).status).toBe(200)
  expect(await auth.sql`select email from public.users where uid = ${user.id}`).toEqual([
    { email: 'after@tune.test' },
  ])
  expect(auth.notices.slice(-2)).toMatchObject([
    { kind: 'email_changed', to: email },
    { kind: 'email_now_used', to: 'after@tune.test' },
  ])
})

test('an inactive account is signed out and cannot sign in', async () => {
  const email = 'asleep@tune.test'
  const { user, access_token: bearer, refresh_token } = await signedUp(auth, email)
  const renewed = () => auth.ask('POST', '/token?grant_type=refresh_token', { body: { refresh_token } })
  await auth.sql`insert into public.users (uid, email, nickname) values (${user.id}, ${email}, 'dorme')`
  await auth.sql`update public.users set is_active = false where uid = ${user.id}`
  // A browser that comes back later is told why.
  expect((await renewed()).body).toMatchObject({ code: 'user_banned' })
  expect((await auth.ask('GET', '/user', { bearer })).status).toBe(403)
  expect((await signIn(auth, email)).body).toMatchObject({ code: 'user_banned' })
  await auth.sql`update public.users set is_active = true where uid = ${user.id}`
  // What was open before stays shut: the database has ended it by its own clock.
  auth.time.now = new Date(Date.now() + 1000)
  expect((await renewed()).body).toMatchObject({ code: 'session_expired' })
  expect((await auth.ask('GET', '/user', { bearer })).status).toBe(403)
  expect((await signIn(auth, email)).status).toBe(200)
})
