/** POST /recover, /otp, /magiclink and /resend: the calls that send a mail. */
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type AuthFixture,
  createAuthFixture,
  PASSWORD,
  SITE_URL,
  signedUp,
  signIn,
  type Tokens,
} from '../testing/fixture.ts'

let auth: AuthFixture
beforeAll(async () => {
  auth = await createAuthFixture()
})
afterAll(() => auth.drop())

const post = (path: string, body: object) => auth.ask('POST', path, { body })

test('recovery: a link that signs in to set a new password', async () => {
  const email = 'forgot@tune.test'
  await signedUp(auth, email)
  const headers = { redirect_to: `${SITE_URL}/reset-password` }
  const answer = await auth.ask('POST', '/recover', { body: { email }, headers })
  expect([answer.status, answer.body]).toEqual([200, {}])
  expect(auth.mailTo(email)).toMatchObject({ kind: 'recovery' })
  const target = await auth.follow(auth.mailTo(email).link ?? '')
  const session = new URLSearchParams(target.hash.slice(1))
  expect([target.pathname, session.get('type')]).toEqual(['/reset-password', 'recovery'])
  const body = { password: 'a new password' }
  expect((await auth.ask('PUT', '/user', { body, bearer: session.get('access_token') ?? '' })).status).toBe(
    200,
  )
  expect((await signIn(auth, email)).status).toBe(400)
  expect((await signIn(auth, email, 'a new password')).status).toBe(200)
})

test('recovery does not tell who has an account', async () => {
  const known = 'known@tune.test'
  await signedUp(auth, known)
  for (const email of [known, 'unknown@tune.test']) {
    expect((await post('/recover', { email })).body).toEqual({})
    expect((await post('/recover', { email })).body).toEqual({
      code: 'over_email_send_rate_limit',
      message: 'For security purposes, you can only request this after 60 seconds.',
    })
  }
  expect(auth.mails.filter((mail) => mail.to === 'unknown@tune.test')).toHaveLength(0)
})

const MAILS = [
  ['/signup', { password: PASSWORD }],
  ['/recover', {}],
  ['/otp', {}],
  ['/magiclink', {}],
  ['/resend', { type: 'signup' }],
] as const

test.each(MAILS)('%s and any other mail after it do not tell who has an account', async (first, more) => {
  for (const [second, moreOfSecond] of MAILS) {
    const known = `${first.slice(1)}-${second.slice(1)}@tune.test`
    await signedUp(auth, known)
    for (const email of [known, `un${known}`]) {
      const statuses: number[] = []
      statuses.push((await post(first, { email, ...more })).status)
      statuses.push((await post(second, { email, ...moreOfSecond })).status)
      expect([email, ...statuses]).toEqual([email, 200, 429])
    }
  }
})

test.each(['/otp', '/magiclink'])('%s mails a link to a known address', async (path) => {
  const email = `known${path.slice(1)}@tune.test`
  await signedUp(auth, email)
  expect((await post(path, { email })).body).toEqual({})
  const mail = auth.mailTo(email)
  expect(mail.kind).toBe('magiclink')
  const body = { type: 'email', email, token: mail.code }
  expect((await auth.ask<Tokens>('POST', '/verify', { body })).body.user.email).toBe(email)
})

test('otp registers an unknown address, whose confirmation signs in', async () => {
  const email = 'fresh@tune.test'
  expect((await post('/otp', { email, data: { nickname: 'fresh' } })).body).toEqual({})
  expect(auth.mailTo(email).kind).toBe('confirmation')
  const body = { type: 'email', email, token: auth.mailTo(email).code }
  const { user } = (await auth.ask<Tokens>('POST', '/verify', { body })).body
  expect(user.user_metadata).toMatchObject({ nickname: 'fresh' })
  expect((await signIn(auth, email)).body).toMatchObject({ message: 'Invalid login credentials' })
})

test.each([
  ['/recover', {}, 400, 'validation_failed', 'Password recovery requires an email'],
  ['/recover', { email: 'x' }, 400, 'validation_failed', 'Unable to validate email address: invalid format'],
  ['/otp', {}, 400, 'validation_failed', 'One of email or phone must be set'],
  ['/otp', { phone: '+5511999999999' }, 400, 'phone_provider_disabled', 'Unsupported phone provider'],
  [
    '/resend',
    { email: 'a@b.test' },
    400,
    'validation_failed',
    'Missing one of these types: signup, email_change, sms, phone_change',
  ],
  ['/resend', { type: 'signup' }, 400, 'validation_failed', 'Type provided requires an email address'],
])('%s %j is refused', async (path, body, status, code, message) => {
  const answer = await post(path, body)
  expect([answer.status, answer.body.code, answer.body.message]).toEqual([status, code, message])
})

test('a code for nobody is answered as one for somebody, and no mail is sent', async () => {
  await signedUp(auth, 'somebody@tune.test')
  const answers = []
  for (const email of ['somebody@tune.test', 'nobody@tune.test']) {
    const body = { email, create_user: false }
    const [first, second] = [await post('/otp', body), await post('/otp', body)]
    answers.push([first.status, first.body, second.status, second.body, second.headers.get('retry-after')])
  }
  expect(answers[1]).toEqual(answers[0])
  expect(answers[0]?.slice(2)).toEqual([
    429,
    {
      code: 'over_email_send_rate_limit',
      message: 'For security purposes, you can only request this after 60 seconds.',
    },
    '60',
  ])
  expect(auth.mails.filter(({ to }) => to === 'nobody@tune.test')).toHaveLength(0)
  expect(await auth.sql`select from auth.users where email in ('nobody@tune.test')`).toHaveLength(0)
  expect(await auth.sql`select from auth.users where email like '%@invalid'`).toHaveLength(0)
})

test('resend mails a confirmation again, and the older one stops working', async () => {
  const email = 'resend@tune.test'
  await post('/signup', { email, password: PASSWORD })
  const first = auth.mailTo(email)
  expect((await post('/resend', { type: 'signup', email })).status).toBe(429)
  auth.pass(61)
  expect((await post('/resend', { type: 'signup', email })).body).toEqual({})
  const second = auth.mailTo(email)
  expect(second.link).not.toBe(first.link)
  expect((await auth.follow(first.link ?? '')).hash).toContain('otp_expired')
  expect((await auth.follow(second.link ?? '')).hash).toContain('access_token')
})

test('resend says nothing about addresses with nothing to confirm', async () => {
  await signedUp(auth, 'settled@tune.test')
  const sent = auth.mails.length
  auth.pass(61)
  for (const email of ['settled@tune.test', 'stranger@tune.test']) {
    expect((await post('/resend', { type: 'signup', email })).body).toEqual({})
    expect((await post('/resend', { type: 'email_change', email })).body).toEqual({})
  }
  expect(auth.mails).toHaveLength(sent)
})

test('the hour has room for so many mails', async () => {
  const small = await createAuthFixture({ limits: { mailsPerHour: 1 } })
  await small.ask('POST', '/otp', { body: { email: 'one@tune.test' } })
  const answer = await small.ask('POST', '/otp', { body: { email: 'two@tune.test' } })
  expect([answer.status, answer.body]).toEqual([
    429,
    { code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' },
  ])
  expect(await small.sql`select from auth.users where email = 'two@tune.test'`).toHaveLength(0)
  await small.drop()
})

test('nor does it tell who has an account once it is full', async () => {
  const small = await createAuthFixture({ limits: { mailsPerHour: 2 } })
  await signedUp(small, 'known@tune.test')
  await small.ask('POST', '/otp', { body: { email: 'one@tune.test' } })
  for (const path of ['/otp', '/magiclink']) {
    for (const email of ['known@tune.test', 'unknown@tune.test'])
      expect([path, email, (await small.ask('POST', path, { body: { email } })).status]).toEqual([
        path,
        email,
        429,
      ])
  }
  // Who has forgotten their password is not shut out by whoever signs up.
  expect((await small.ask('POST', '/recover', { body: { email: 'known@tune.test' } })).status).toBe(200)
  await small.drop()
})

test('one client address may ask for so many mails', async () => {
  const small = await createAuthFixture({ limits: { mailRequests: 2 } })
  const ask = async (name: string) =>
    (await small.ask('POST', '/otp', { body: { email: `${name}@tune.test` } })).status
  expect([await ask('a'), await ask('b'), await ask('c')]).toEqual([200, 200, 429])
  small.client.address = '203.0.113.8'
  expect(await ask('d')).toBe(200)
  small.client.address = '203.0.113.7'
  small.pass(301)
  expect(await ask('e')).toBe(200)
  await small.drop()
})

test('a session by mail records how it came about', async () => {
  const email = 'amr@tune.test'
  await signedUp(auth, email)
  await post('/otp', { email })
  const body = { type: 'magiclink', email, token: auth.mailTo(email).code }
  const { access_token: token } = (await auth.ask<Tokens>('POST', '/verify', { body })).body
  expect(decodeJwt(token).amr).toMatchObject([{ method: 'otp' }])
})
