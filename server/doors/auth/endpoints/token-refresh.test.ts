import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUDGET } from '../budget.ts'
import { type AuthFixture, createAuthFixture, signedUp, signIn, type Tokens } from '../testing/fixture.ts'

let auth: AuthFixture
beforeAll(async () => {
  auth = await createAuthFixture()
})
afterAll(() => auth.drop())

const refresh = (token: string) =>
  auth.ask<Tokens & { code: string; message: string }>('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: token },
  })

test('a refresh answers new tokens of the same session', async () => {
  const first = await signedUp(auth, 'fan@tune.test')
  auth.pass(60)
  const answer = await refresh(first.refresh_token)
  expect(answer.status).toBe(200)
  expect(answer.body.refresh_token).not.toBe(first.refresh_token)
  const [before, after] = [decodeJwt(first.access_token), decodeJwt(answer.body.access_token)]
  expect(after).toMatchObject({ session_id: before.session_id, amr: before.amr, aal: 'aal1' })
  expect(after.iat).toBe((before.iat ?? 0) + 60)
  const [session] = await auth.sql`select * from auth.sessions where id = ${String(before.session_id)}`
  expect(session).toMatchObject({ refreshed_at: auth.time.now, ip: auth.client.address })
})

test('no token is stored', async () => {
  const { refresh_token: token } = await signedUp(auth, 'stored@tune.test')
  expect(await auth.sql`select from auth.refresh_tokens where token = ${token}`).toHaveLength(0)
})

test('who lost the last answer gets it again, however late', async () => {
  const first = await signedUp(auth, 'lost@tune.test')
  const second = await refresh(first.refresh_token)
  auth.pass(86_400)
  const again = await refresh(first.refresh_token)
  expect(again.body.refresh_token).toBe(second.body.refresh_token)
})

test('a replay of an older token shuts the session for good', async () => {
  const first = await signedUp(auth, 'replay@tune.test')
  const second = await refresh(first.refresh_token)
  const third = await refresh(second.body.refresh_token)
  auth.pass(11)
  const replay = await refresh(first.refresh_token)
  expect([replay.status, replay.body]).toEqual([
    400,
    { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
  ])
  for (const token of [first, second.body, third.body]) {
    expect((await refresh(token.refresh_token)).body.code).toBe('refresh_token_already_used')
  }
  expect((await signIn(auth, 'replay@tune.test')).status).toBe(200)
})

test('a session that a replay has shut is over for its access tokens too', async () => {
  const first = await signedUp(auth, 'stolen@tune.test')
  const second = await refresh(first.refresh_token)
  const third = await refresh(second.body.refresh_token)
  const me = (bearer: string) => auth.ask('GET', '/user', { bearer })
  expect((await me(third.body.access_token)).status).toBe(200)
  auth.pass(11)
  await refresh(first.refresh_token)
  for (const { access_token } of [first, second.body, third.body])
    expect((await me(access_token)).body.code).toBe('session_not_found')
  const [session] = await auth.sql`
    select not_after <= ${auth.time.now} as over from auth.sessions
    where id = ${String(decodeJwt(first.access_token).session_id)}`
  expect(session).toEqual({ over: true })
})

test('within the reuse interval a replay gets a token of its own', async () => {
  const first = await signedUp(auth, 'tabs@tune.test')
  const second = await refresh(first.refresh_token)
  await refresh(second.body.refresh_token)
  auth.pass(10)
  const replay = await refresh(first.refresh_token)
  expect(replay.status).toBe(200)
  expect((await refresh(replay.body.refresh_token)).status).toBe(200)
})

test('an empty token is an OAuth error', async () => {
  const answer = await refresh('')
  expect([answer.status, answer.body]).toEqual([
    400,
    { error: 'invalid_request', error_description: 'refresh_token required' },
  ])
})

test.each([
  ['short', 'validation_failed', 'Refresh token is not valid'],
  ['expired-refresh-token', 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'],
  ['with spaces and such', 'validation_failed', 'Refresh token is not valid'],
  ['abcdefghijkl', 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'],
])('%s is refused', async (token, code, message) => {
  const answer = await refresh(token)
  expect([answer.status, answer.body]).toEqual([400, { code, message }])
})

test('banned users, ended and time-boxed sessions are refused', async () => {
  const { refresh_token: token, user } = await signedUp(auth, 'ended@tune.test')
  const past = new Date(auth.time.now.getTime() - 1)
  await auth.sql`update auth.sessions set not_after = ${past} where user_id = ${user.id}`
  expect((await refresh(token)).body).toEqual({
    code: 'session_expired',
    message: 'Invalid Refresh Token: Session Expired',
  })
  await auth.sql`update auth.users set banned_until = ${new Date('2030-01-01')} where id = ${user.id}`
  expect((await refresh(token)).body).toEqual({
    code: 'user_banned',
    message: 'Invalid Refresh Token: User Banned',
  })
  await auth.sql`delete from auth.sessions where user_id = ${user.id}`
  expect((await refresh(token)).body.code).toBe('refresh_token_not_found')
})

test('whoever presents nonsense is refused by their address, and nobody else who shares it', async () => {
  const shared = await createAuthFixture({ limits: { tokenRequests: 3 } })
  const ask = (token: string) =>
    shared.ask<Tokens & { code: string }>('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: token },
    })
  const first = await signedUp(shared, 'neighbour@tune.test')
  const codes: string[] = []
  for (const junk of ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'no token at all', 'cccccccccccc', 'dddddddddddd'])
    codes.push((await ask(junk)).body.code)
  expect(codes.slice(0, 3)).not.toContain('over_request_rate_limit')
  expect(codes.slice(3)).toEqual(['over_request_rate_limit', 'over_request_rate_limit'])
  const renewed = await ask(first.refresh_token)
  expect(renewed.status).toBe(200)
  shared.pass(3600)
  expect((await ask(renewed.body.refresh_token)).status).toBe(200)
  await shared.drop()
})

test('one session is renewed only so often', async () => {
  const small = await createAuthFixture({ limits: { renewals: 2 } })
  const ask = (token: string) =>
    small.ask<Tokens & { code: string }>('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: token },
    })
  let { refresh_token: token } = await signedUp(small, 'often@tune.test')
  for (let turn = 0; turn < 2; turn++) token = (await ask(token)).body.refresh_token
  expect((await ask(token)).body.code).toBe(BUDGET.renewals.answer)
  small.pass(BUDGET.renewals.seconds + 1)
  expect((await ask(token)).status).toBe(200)
  await small.drop()
})
