import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuthMail } from '../options.ts'
import {
  type AuthFixture,
  createAuthFixture,
  PASSWORD,
  signedUp,
  signIn,
  type Tokens,
} from '../testing/fixture.ts'
import { FIRST_OF_TWO } from '../verification.ts'

let auth: AuthFixture
beforeAll(async () => {
  auth = await createAuthFixture()
})
afterAll(() => auth.drop())

const put = (bearer: string, body: object) => auth.ask('PUT', '/user', { bearer, body })
const alive = async (tokens: Tokens) =>
  (await auth.ask('GET', '/user', { bearer: tokens.access_token })).status === 200

test('data merges into the metadata; null removes', async () => {
  const { access_token: bearer } = await signedUp(auth, 'data@tune.test', { a: 1, b: 2 })
  const answer = await put(bearer, { data: { b: null, c: { d: 3 } } })
  expect(answer.body.user_metadata).toMatchObject({ a: 1, c: { d: 3 } })
  expect(answer.body.user_metadata).not.toHaveProperty('b')
})

test('metadata that would not fit an access token is refused, at sign-up and later, and changes nothing', async () => {
  const email = 'large@tune.test'
  const { access_token: bearer } = await signedUp(auth, email, { kept: 'x' })
  const large = { text: 'é'.repeat(2100) }
  const refused = { status: 400, body: { code: 'validation_failed' } }
  expect(await put(bearer, { data: large })).toMatchObject(refused)
  // Nor little by little.
  expect((await put(bearer, { data: { first: 'a'.repeat(3000) } })).status).toBe(200)
  expect(await put(bearer, { data: { second: 'b'.repeat(3000) } })).toMatchObject(refused)
  const user = await auth.ask('GET', '/user', { bearer })
  expect(Object.keys(user.body.user_metadata as object)).toEqual(expect.arrayContaining(['kept', 'first']))
  expect(user.body.user_metadata).not.toHaveProperty('second')
  for (const address of [email, 'larger@tune.test']) {
    const body = { email: address, password: PASSWORD, data: large }
    expect(await auth.ask('POST', '/signup', { body })).toMatchObject(refused)
    expect(await auth.ask('POST', '/otp', { body: { email: address, data: large } })).toMatchObject(refused)
  }
})

test('a new password ends the other sessions and keeps this one', async () => {
  const email = 'password@tune.test'
  const other = await signedUp(auth, email)
  const own = (await signIn(auth, email)).body
  const answer = await put(own.access_token, { password: 'a new password' })
  expect([answer.status, answer.body.email]).toEqual([200, email])
  expect([await alive(own), await alive(other)]).toEqual([true, false])
  const body = { refresh_token: other.refresh_token }
  expect((await auth.ask('POST', '/token?grant_type=refresh_token', { body })).status).toBe(400)
  expect((await signIn(auth, email, 'a new password')).status).toBe(200)
  expect((await signIn(auth, email)).status).toBe(400)
})

test('a recovery mail sent before a password change is worth nothing after it', async () => {
  const email = 'stale@tune.test'
  const { access_token: bearer } = await signedUp(auth, email)
  await auth.ask('POST', '/recover', { body: { email } })
  await put(bearer, { password: 'a new password' })
  expect((await auth.follow(auth.mailTo(email).link ?? '')).hash).toContain('otp_expired')
})

test('refusals', async () => {
  const { access_token: bearer } = await signedUp(auth, 'refused@tune.test')
  await signedUp(auth, 'other@tune.test')
  const refusal = async (body: object) => {
    const answer = await put(bearer, body)
    return [answer.status, answer.body.code, answer.body.message]
  }
  expect(await refusal({ password: PASSWORD })).toEqual([
    422,
    'same_password',
    'New password should be different from the old password.',
  ])
  expect(await refusal({ password: 'short' })).toEqual([
    422,
    'weak_password',
    'Password should be at least 8 characters.',
  ])
  expect(await refusal({ app_metadata: { roles: ['admin'] } })).toEqual([
    403,
    'not_admin',
    'Updating app_metadata requires admin privileges',
  ])
  expect((await refusal({ email: 'nonsense' }))[1]).toBe('validation_failed')
  expect((await refusal({ phone: '+5511999999999' }))[1]).toBe('phone_provider_disabled')
})

test('a taken address is answered as any other, and nothing is mailed to whoever has it', async () => {
  const { access_token: bearer } = await signedUp(auth, 'curious@tune.test')
  await signedUp(auth, 'settled@tune.test')
  const asked = []
  for (const email of ['settled@tune.test', 'nobody@tune.test']) {
    const { status, body } = await put(bearer, { email })
    asked.push([status, Object.keys(body)])
    auth.pass(61)
  }
  expect(asked[0]).toEqual(asked[1])
  const before = auth.mails.length
  await put(bearer, { email: 'settled@tune.test' })
  auth.pass(61)
  const resent = { type: 'email_change', email: 'curious@tune.test' }
  expect((await auth.ask('POST', '/resend', { body: resent })).body).toEqual({})
  const mails = auth.mails.slice(before)
  expect(mails.map(({ to, kind }) => [to, kind])).toEqual(
    Array(2).fill(['curious@tune.test', 'email_change_current']),
  )
  expect((await auth.follow(mails[1]?.link ?? '')).hash).toContain('message=')
})

/** By the link in the mail to the new address, with the account's password beside it (whose-account.ts). */
const confirmNew = ({ linkToken }: AuthMail) =>
  auth.ask('POST', '/verify', {
    body: { type: 'email_change', token_hash: linkToken?.tokenHash, password: PASSWORD },
  })

test('a change of address waits for both addresses', async () => {
  const { access_token: bearer } = await signedUp(auth, 'before@tune.test')
  const answer = await put(bearer, { email: 'After@tune.test' })
  expect(answer.body).toMatchObject({
    email: 'before@tune.test',
    new_email: 'after@tune.test',
    email_change_sent_at: auth.time.now.toISOString(),
  })
  expect(auth.mailTo('before@tune.test').kind).toBe('email_change_current')
  expect(auth.mailTo('after@tune.test').kind).toBe('email_change')

  expect((await confirmNew(auth.mailTo('after@tune.test'))).body).toEqual({ code: '200', msg: FIRST_OF_TWO })
  expect((await auth.ask('GET', '/user', { bearer })).body.email).toBe('before@tune.test')

  const { code } = auth.mailTo('before@tune.test')
  const body = { type: 'email_change', email: 'before@tune.test', token: code }
  const second = await auth.ask<Tokens>('POST', '/verify', { body })
  expect(second.body.user).toMatchObject({
    email: 'after@tune.test',
    user_metadata: { email: 'after@tune.test' },
    identities: [{ email: 'after@tune.test' }],
  })
  expect(second.body.user).not.toHaveProperty('new_email')
  expect((await signIn(auth, 'after@tune.test')).status).toBe(200)
  expect((await signIn(auth, 'before@tune.test')).status).toBe(400)
})

test('what was mailed to the address before opens nothing any more, nor does a session that did not ask', async () => {
  const email = 'left@tune.test'
  const { access_token: bearer } = await signedUp(auth, email)
  const { access_token: other } = (await signIn(auth, email)).body
  auth.pass(61)
  await auth.ask('POST', '/recover', { body: { email } })
  const recovery = auth.mailTo(email)
  await put(bearer, { email: 'moved@tune.test' })
  await confirmNew(auth.mailTo('moved@tune.test'))
  await auth.follow(auth.mailTo(email).link ?? '')

  const byLink = { type: 'recovery', token_hash: recovery.linkToken?.tokenHash }
  expect((await auth.ask('POST', '/verify', { body: byLink })).status).toBe(403)
  const byCode = { type: 'recovery', email, token: recovery.code }
  expect((await auth.ask('POST', '/verify', { body: byCode })).status).toBe(403)
  const sees = async (session: string) => (await auth.ask('GET', '/user', { bearer: session })).status
  expect([await sees(bearer), await sees(other)]).toEqual([200, 403])
})

test.each([
  [
    'its address',
    async (bearer: string, email: string) => {
      await put(bearer, { email: `new-${email}` })
      await confirmNew(auth.mailTo(`new-${email}`))
      await auth.follow(auth.mailTo(email).link ?? '')
    },
  ],
  [
    'its password',
    (bearer: string) => put(bearer, { password: 'Outra-Senha-2026', current_password: PASSWORD }),
  ],
  ['its other sessions', (bearer: string) => auth.ask('POST', '/logout?scope=others', { bearer })],
] as const)('once an account has changed %s, a code that was waiting opens nothing', async (what, change) => {
  const email = `${what.replaceAll(' ', '-')}@tune.test`
  const { access_token: bearer } = await signedUp(auth, email)
  const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const code_challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
  await auth.ask('POST', '/recover', { body: { email, code_challenge, code_challenge_method: 's256' } })
  const target = await auth.follow(auth.mailTo(email).link ?? '')
  const auth_code = target.searchParams.get('code')
  expect(auth_code).toMatch(/^[0-9a-f-]{36}$/)
  await change(bearer, email)
  const body = { auth_code, code_verifier }
  expect((await auth.ask('POST', '/token?grant_type=pkce', { body })).body).toMatchObject({
    code: 'flow_state_not_found',
  })
})

test('the first of the two confirmations by code', async () => {
  const { access_token: bearer } = await signedUp(auth, 'old@tune.test')
  await put(bearer, { email: 'new@tune.test' })
  const { code: token } = auth.mailTo('new@tune.test')
  const body = { type: 'email_change', email: 'new@tune.test', token, password: PASSWORD }
  expect((await auth.ask('POST', '/verify', { body })).body).toEqual({ code: '200', msg: FIRST_OF_TWO })
  expect((await put(bearer, { email: 'third@tune.test' })).status).toBe(429)
  auth.pass(61)
  const resent = { type: 'email_change', email: 'old@tune.test' }
  expect((await auth.ask('POST', '/resend', { body: resent })).body).toEqual({})
  expect(auth.mailTo('new@tune.test').code).not.toBe(body.token)
})

test('an address taken in the meantime cannot be confirmed', async () => {
  const { access_token: bearer } = await signedUp(auth, 'slow@tune.test')
  await put(bearer, { email: 'wanted@tune.test' })
  const [current, wanted] = [auth.mailTo('slow@tune.test'), auth.mailTo('wanted@tune.test')]
  await signedUp(auth, 'wanted@tune.test')
  await auth.follow(current.link ?? '')
  expect((await confirmNew(wanted)).body).toMatchObject({ code: 'email_exists' })
})

test('an old session needs a mailed nonce to change the password', async () => {
  const email = 'nonce@tune.test'
  await signedUp(auth, email)
  let tokens = (await signIn(auth, email)).body
  auth.pass(86_401)
  const body = { refresh_token: tokens.refresh_token }
  tokens = (await auth.ask<Tokens>('POST', '/token?grant_type=refresh_token', { body })).body
  const bearer = tokens.access_token
  const password = 'a new password'
  expect((await put(bearer, { password })).body).toEqual({
    code: 'reauthentication_needed',
    message: 'Password update requires reauthentication',
  })
  const asked = await auth.ask('GET', '/reauthenticate', { bearer })
  expect([asked.status, asked.body]).toEqual([200, {}])
  const { kind, link, code } = auth.mailTo(email)
  expect([kind, link]).toEqual(['reauthentication', null])
  const wrong = code === '000000' ? '000001' : '000000'
  const refused = await put(bearer, { password, nonce: wrong })
  expect([refused.status, refused.body]).toEqual([
    422,
    { code: 'reauthentication_not_valid', message: 'Nonce has expired or is invalid' },
  ])
  expect((await put(bearer, { password, nonce: code })).status).toBe(200)
})

test.each([
  ['', [false, false, false]],
  ['?scope=global', [false, false, false]],
  ['?scope=local', [true, false, true]],
  ['?scope=others', [false, true, false]],
])('logout%s', async (scope, expected) => {
  const email = `logout${scope.slice(-5)}@tune.test`
  const first = await signedUp(auth, email)
  const own = (await signIn(auth, email)).body
  const third = (await signIn(auth, email)).body
  const answer = await auth.ask('POST', `/logout${scope}`, { bearer: own.access_token })
  expect([answer.status, answer.body]).toEqual([204, ''])
  expect([await alive(first), await alive(own), await alive(third)]).toEqual(expected)
})

test.each(
  ['recover', 'otp'].flatMap((mail) => [
    [mail, '', 403],
    [mail, '?scope=global', 403],
    [mail, '?scope=others', 403],
    [mail, '?scope=local', 200],
  ]),
)(
  'what /%s has mailed before logout%s is answered with %i, by link and by code',
  async (mail, scope, status) => {
    const types = { recover: 'recovery', otp: 'magiclink' } as const
    for (const by of ['link', 'code']) {
      const email = `${mail}-${by}-${String(scope).slice(-6)}@tune.test`
      const { access_token: bearer } = await signedUp(auth, email)
      auth.pass(61)
      expect((await auth.ask('POST', `/${mail}`, { body: { email } })).status).toBe(200)
      const { linkToken, code } = auth.mailTo(email)
      expect((await auth.ask('POST', `/logout${scope}`, { bearer })).status).toBe(204)
      const type = types[mail as keyof typeof types]
      const body = {
        type,
        ...(by === 'link' ? { token_hash: linkToken?.tokenHash } : { email, token: code }),
      }
      expect((await auth.ask('POST', '/verify', { body })).status).toBe(status)
    }
  },
)

test('nor does an address that was to be confirmed open anything once everybody was signed out', async () => {
  const email = 'stays@tune.test'
  const { access_token: bearer } = await signedUp(auth, email)
  await put(bearer, { email: 'intruder@tune.test' })
  const [current, wanted] = [auth.mailTo(email), auth.mailTo('intruder@tune.test')]
  expect((await auth.ask('POST', '/logout', { bearer })).status).toBe(204)
  const byCurrent = { type: 'email_change', token_hash: current.linkToken?.tokenHash }
  expect((await auth.ask('POST', '/verify', { body: byCurrent })).status).toBe(403)
  expect((await confirmNew(wanted)).status).toBe(403)
  auth.pass(61)
  await auth.ask('POST', '/resend', { body: { type: 'email_change', email } })
  expect(auth.mailTo('intruder@tune.test')).toEqual(wanted)
  expect((await signIn(auth, email)).body.user).not.toHaveProperty('new_email')
})

test('an unknown scope is refused', async () => {
  const { access_token: bearer } = await signedUp(auth, 'scope@tune.test')
  const answer = await auth.ask('POST', '/logout?scope=x', { bearer })
  expect([answer.status, answer.body]).toEqual([
    400,
    { code: 'validation_failed', message: 'Unsupported logout scope "x"' },
  ])
})
