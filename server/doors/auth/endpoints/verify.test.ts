import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthFixture, createAuthFixture, PASSWORD, SITE_URL, type Tokens } from '../testing/fixture.ts'

let auth: AuthFixture
beforeAll(async () => {
  auth = await createAuthFixture({ limits: { failedAttempts: 5 } })
})
afterAll(() => auth.drop())

const signUp = (email: string) => auth.ask('POST', '/signup', { body: { email, password: PASSWORD } })
const verify = (body: object) =>
  auth.ask<Tokens & { code: string; message: string }>('POST', '/verify', { body })
const linkTo = (email: string) => auth.mailTo(email).link ?? ''
const fragment = (address: URL) => Object.fromEntries(new URLSearchParams(address.hash.slice(1)))

test('the link of a mail confirms and signs in by redirect', async () => {
  await signUp('link@tune.test')
  const answer = await auth.ask('GET', linkTo('link@tune.test').replace(/^.*\/auth\/v1/, ''))
  expect(answer.status).toBe(303)
  const location = answer.headers.get('location') ?? ''
  const target = new URL(location)
  expect(location.split('#')[0]).toBe(SITE_URL)
  const seconds = auth.time.now.getTime() / 1000
  expect(location.replace(/=[^&]*/g, '')).toBe(
    `${SITE_URL}#access_token&expires_at&expires_in&refresh_token&sb&token_type&type`,
  )
  expect(fragment(target)).toMatchObject({
    expires_at: String(seconds + 3600),
    expires_in: '3600',
    sb: '',
    token_type: 'bearer',
    type: 'signup',
  })
  const me = await auth.ask('GET', '/user', { bearer: fragment(target).access_token ?? '' })
  expect(me.body).toMatchObject({
    email_confirmed_at: auth.time.now.toISOString(),
    user_metadata: { email_verified: true },
    identities: [{ identity_data: { email_verified: true } }],
  })
  expect(decodeJwt(fragment(target).access_token ?? '').amr).toEqual([{ method: 'otp', timestamp: seconds }])
})

test('a link works once, and its failure comes as a redirect', async () => {
  await signUp('once@tune.test')
  await auth.follow(linkTo('once@tune.test'))
  const again = await auth.follow(linkTo('once@tune.test'))
  expect(again.href).toBe(
    `${SITE_URL}/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=`,
  )
})

test('two at once: one of them gets in', async () => {
  await signUp('twice@tune.test')
  const targets = await Promise.all([1, 2, 3].map(() => auth.follow(linkTo('twice@tune.test'))))
  expect(targets.filter((target) => target.hash.includes('access_token'))).toHaveLength(1)
})

test('a link expires, and is of its type only', async () => {
  await signUp('late@tune.test')
  const link = linkTo('late@tune.test')
  expect((await auth.follow(link.replace('type=signup', 'type=recovery'))).hash).toContain('otp_expired')
  expect((await auth.follow(link.replace('type=signup', 'type=sms'))).hash).toContain('validation_failed')
  auth.pass(3601)
  expect((await auth.follow(link)).hash).toContain('otp_expired')
})

test.each([
  ['/verify?token=x', 'Verify requires a verification type'],
  ['/verify?type=signup', 'Verify requires a token or a token hash'],
])('GET %s is refused without a redirect', async (path, message) => {
  const answer = await auth.ask('GET', path)
  expect([answer.status, answer.body]).toEqual([400, { code: 'validation_failed', message }])
})

test('the redirect is where the mail said, and nowhere foreign', async () => {
  await signUp('away@tune.test')
  const foreign = linkTo('away@tune.test').replace(/redirect_to=.*/, 'redirect_to=https://evil.test/')
  expect((await auth.follow(foreign)).origin).toBe(SITE_URL)
})

test.each(['signup', 'email'])('the code signs in, as type %s', async (type) => {
  const email = `code-${type}@tune.test`
  await signUp(email)
  const answer = await verify({ type, email: email.toUpperCase(), token: auth.mailTo(email).code })
  expect(answer.status).toBe(200)
  expect(answer.body.user.email).toBe(email)
  expect(decodeJwt(answer.body.access_token).amr).toMatchObject([{ method: 'otp' }])
})

test("the link's token signs in by POST too", async () => {
  await signUp('hash@tune.test')
  const hash = new URL(linkTo('hash@tune.test')).searchParams.get('token')
  expect((await verify({ type: 'email', token_hash: hash })).status).toBe(200)
  expect((await verify({ type: 'email', token_hash: hash })).body).toEqual({
    code: 'otp_expired',
    message: 'Email link is invalid or has expired',
  })
})

test.each([
  [{ type: 'email', email: 'nobody@tune.test', token: '000000' }, 403, 'Token has expired or is invalid'],
  [{ type: 'email', token_hash: 'abc' }, 403, 'Email link is invalid or has expired'],
  [
    { type: 'email', token_hash: 'abc', email: 'a@b.test' },
    400,
    'Only the token_hash and type should be provided',
  ],
  [
    { type: 'email', token: '123456' },
    400,
    'Only an email address or phone number should be provided on verify',
  ],
  [{ token: '123456' }, 400, 'Verify requires a verification type'],
  [{ type: 'email' }, 400, 'Verify requires a token or a token hash'],
  [{ type: 'nonsense', email: 'a@b.test', token: '123456' }, 400, 'Invalid email verification type'],
])('%j is refused', async (body, status, message) => {
  const answer = await verify(body)
  expect([answer.status, answer.body.message]).toEqual([status, message])
})

test('codes cannot be guessed', async () => {
  const email = 'guess@tune.test'
  await signUp(email)
  const { code } = auth.mailTo(email)
  const wrong = code === '000000' ? '000001' : '000000'
  for (let attempt = 0; attempt < 5; attempt++) {
    expect((await verify({ type: 'email', email, token: wrong })).status).toBe(403)
  }
  expect((await verify({ type: 'email', email, token: code })).status).toBe(429)
})

test('a banned account cannot come in by mail', async () => {
  await signUp('banned@tune.test')
  await auth.sql`update auth.users set banned_until = '2030-01-01' where email = 'banned@tune.test'`
  expect((await auth.follow(linkTo('banned@tune.test'))).hash).toContain('error_code=user_banned')
})
