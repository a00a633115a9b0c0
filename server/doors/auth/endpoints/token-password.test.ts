import { randomBytes } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUDGET } from '../budget.ts'
import {
  API_URL,
  type AuthFixture,
  createAuthFixture,
  PASSWORD,
  signedUp,
  signIn,
  type Tokens,
} from '../testing/fixture.ts'

let auth: AuthFixture
beforeAll(async () => {
  auth = await createAuthFixture({ limits: { failedPasswords: 5 } })
  await signedUp(auth, 'fan@tune.test', { nickname: 'fan' })
})
afterAll(() => auth.drop())

test('an address of absurd length is not looked for', async () => {
  const answer = await signIn(auth, `${randomBytes(9000).toString('base64url')}@tune.test`)
  expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
})

test('the right password opens a session', async () => {
  const answer = await signIn(auth, 'Fan@Tune.test')
  const { access_token, refresh_token, user, ...rest } = answer.body
  const seconds = auth.time.now.getTime() / 1000
  expect(answer.status).toBe(200)
  expect(rest).toEqual({ token_type: 'bearer', expires_in: 3600, expires_at: seconds + 3600 })
  expect(refresh_token).toMatch(/^[0-9a-f]{64}$/)
  expect(user).toMatchObject({
    email: 'fan@tune.test',
    email_confirmed_at: auth.time.now.toISOString(),
    confirmed_at: auth.time.now.toISOString(),
    last_sign_in_at: auth.time.now.toISOString(),
    user_metadata: { nickname: 'fan', email_verified: true },
  })
  const claims = decodeJwt(access_token)
  expect(claims).toEqual({
    iss: API_URL,
    sub: user.id,
    aud: 'authenticated',
    iat: seconds,
    exp: seconds + 3600,
    email: 'fan@tune.test',
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: user.user_metadata,
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: seconds }],
    session_id: claims.session_id,
    is_anonymous: false,
  })
  expect(answer.headers.get('sb-auth-user-id')).toBe(user.id)
  expect(answer.headers.get('sb-auth-session-id')).toBe(claims.session_id)
  const me = await auth.ask('GET', '/user', { bearer: access_token })
  expect(me.body).toEqual(user)
})

test.each([
  [
    { email: 'fan@tune.test', phone: '+5511999999999', password: PASSWORD },
    400,
    'validation_failed',
    'Only an email address or phone number should be provided on login.',
  ],
  [
    { phone: '+5511999999999', password: PASSWORD },
    422,
    'phone_provider_disabled',
    'Phone logins are disabled',
  ],
  [{ password: PASSWORD }, 400, 'validation_failed', 'missing email or phone'],
  [
    { email: 'nobody@tune.test', password: PASSWORD },
    400,
    'invalid_credentials',
    'Invalid login credentials',
  ],
  [{ email: 'fan@tune.test', password: 'wrong' }, 400, 'invalid_credentials', 'Invalid login credentials'],
  [{ email: 'fan@tune.test' }, 400, 'invalid_credentials', 'Invalid login credentials'],
])('%j is refused', async (body, status, code, message) => {
  const answer = await auth.ask('POST', '/token?grant_type=password', { body })
  expect([answer.status, answer.body.code, answer.body.message]).toEqual([status, code, message])
})

test('a sign-in that fails is written down, and nothing of what was typed', async () => {
  await auth.sql`delete from auth.audit_log_entries`
  await signIn(auth, 'fan@tune.test', 'my other password')
  await signIn(auth, 'Nobody@tune.test', 'hunter2')
  await signIn(auth, 'nobody@tune.test', 'hunter3')
  const rows = await auth.sql<{ payload: { actor_id: string; traits: { address: string } } }[]>`
    select payload from auth.audit_log_entries where payload ->> 'action' = 'login_failed' order by created_at, id`
  const [fan] = await auth.sql<{ id: string }[]>`select id from auth.users where email = 'fan@tune.test'`
  expect(rows).toHaveLength(3)
  const nobody = '00000000-0000-0000-0000-000000000000'
  expect(rows.map(({ payload }) => payload.actor_id).toSorted()).toEqual([nobody, nobody, fan?.id].toSorted())
  expect(new Set(rows.map(({ payload }) => payload.traits.address)).size).toBe(2)
  expect(JSON.stringify(rows)).not.toMatch(/tune\.test|hunter|other password/)
})

test('only who knows the password learns that the address is unconfirmed', async () => {
  const email = 'new@tune.test'
  await auth.ask('POST', '/signup', { body: { email, password: PASSWORD } })
  expect((await signIn(auth, email, 'wrong')).body).toMatchObject({ message: 'Invalid login credentials' })
  const answer = await signIn(auth, email)
  expect([answer.status, answer.body]).toEqual([
    400,
    { code: 'email_not_confirmed', message: 'Email not confirmed' },
  ])
})

test('a banned account is told so, but nobody who does not know its password', async () => {
  const { user } = await signedUp(auth, 'banned@tune.test')
  await auth.sql`update auth.users set banned_until = ${new Date('2030-01-01')} where id = ${user.id}`
  const own = await signIn(auth, 'banned@tune.test')
  expect([own.status, own.body]).toEqual([400, { code: 'user_banned', message: 'User is banned' }])
  const strangers = await signIn(auth, 'banned@tune.test', 'wrong')
  expect(strangers.body).toEqual((await signIn(auth, 'unknown@tune.test', 'wrong')).body)
})

test('guessing is stopped for whoever guesses at the account, and for a while only', async () => {
  const email = 'guessed@tune.test'
  await signedUp(auth, email)
  const guesses = await Promise.all(Array.from({ length: 8 }, () => signIn(auth, email, 'wrong')))
  expect(guesses.filter((answer) => answer.status === 429)).toHaveLength(3)
  const blocked = await signIn(auth, email)
  expect([blocked.status, blocked.body]).toEqual([
    429,
    { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
  ])
  expect(Number(blocked.headers.get('retry-after'))).toBe(BUDGET.passwordsByAddress.seconds)
  expect((await signIn(auth, 'fan@tune.test')).status).toBe(200)
  // The owner, who is somewhere else, gets in.
  auth.client.address = '203.0.113.8'
  expect((await signIn(auth, email)).status).toBe(200)
  auth.client.address = '203.0.113.7'
  expect((await signIn(auth, email)).status).toBe(429)
  auth.pass(BUDGET.passwordsByAddress.seconds + 1)
  expect((await signIn(auth, email)).status).toBe(200)
})

test('guesses from everywhere lock nobody out of a browser in which the account was opened before', async () => {
  const email = 'hunted@tune.test'
  await signedUp(auth, email)
  const by = (key: string, password = PASSWORD) =>
    auth.ask('POST', '/token?grant_type=password', {
      body: { email, password },
      headers: { 'X-Browser-Key': key },
    })
  expect((await by('own')).status).toBe(200)
  for (let guess = 0; guess < BUDGET.passwordsOfStrangers.limit; guess++) {
    auth.client.address = `198.51.100.${guess}`
    await by('theirs', 'wrong')
  }
  auth.client.address = '203.0.113.9'
  const unknown = await by('new')
  const { limit, seconds } = BUDGET.passwordsOfStrangers
  const each = seconds / limit
  expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([429, String(each)])
  expect((await by('own')).status).toBe(200)
  // The tries come back one by one, for whoever comes first, and no more than so many.
  auth.pass(each)
  expect((await by('new', 'wrong')).status).toBe(400)
  expect((await by('new')).status).toBe(429)
  auth.pass(each)
  expect((await by('new')).status).toBe(200)
  // It may not guess without end either, and nobody else's account is open to its key.
  for (let guess = 0; guess < 5; guess++) expect((await by('own', 'wrong')).status).toBe(400)
  expect((await by('own')).status).toBe(429)
})

test.each(['link', 'code'] as const)(
  'whoever proves the address by a mailed %s gets into a new browser while it is closed to passwords',
  async (by) => {
    const email = `closed-by-${by}@tune.test`
    await signedUp(auth, email)
    auth.pass(BUDGET.mailGap.seconds)
    for (let guess = 0; guess < BUDGET.passwordsOfStrangers.limit; guess++) {
      auth.client.address = `198.51.${guess}.1`
      await signIn(auth, email, 'wrong')
    }
    auth.client.address = '203.0.113.10'
    const headers = { 'X-Browser-Key': `new-${by}` }
    const enter = (password: string) =>
      auth.ask('POST', '/token?grant_type=password', { headers, body: { email, password } })
    expect((await enter(PASSWORD)).status).toBe(429)

    await auth.ask('POST', '/recover', { body: { email } })
    const { code, linkToken } = auth.mailTo(email)
    const proof = by === 'link' ? { token_hash: linkToken?.tokenHash } : { email, token: code }
    const opened = await auth.ask<Tokens>('POST', '/verify', {
      headers,
      body: { type: 'recovery', ...proof },
    })
    expect(opened.status).toBe(200)
    const password = 'a password of their own'
    const bearer = opened.body.access_token
    expect((await auth.ask('PUT', '/user', { bearer, body: { password } })).status).toBe(200)
    expect((await enter(password)).status).toBe(200)
    // In that browser alone: the others stay closed.
    const elsewhere = { 'X-Browser-Key': `another-${by}` }
    const body = { email, password }
    expect((await auth.ask('POST', '/token?grant_type=password', { headers: elsewhere, body })).status).toBe(
      429,
    )
  },
)
