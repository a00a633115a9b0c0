import { randomBytes } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  API_URL,
  type AuthFixture,
  createAuthFixture,
  PASSWORD,
  signedUp,
  signIn,
} from '../testing/fixture.ts'

let auth: AuthFixture
beforeAll(async () => {
  auth = await createAuthFixture({ limits: { failedAttempts: 5 } })
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

test('guessing is stopped for the account, and for a while only', async () => {
  const email = 'guessed@tune.test'
  await signedUp(auth, email)
  const guesses = await Promise.all(Array.from({ length: 8 }, () => signIn(auth, email, 'wrong')))
  expect(guesses.filter((answer) => answer.status === 429)).toHaveLength(3)
  const blocked = await signIn(auth, email)
  expect([blocked.status, blocked.body]).toEqual([
    429,
    { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
  ])
  expect((await signIn(auth, 'fan@tune.test')).status).toBe(200)
  auth.pass(301)
  expect((await signIn(auth, email)).status).toBe(200)
})
