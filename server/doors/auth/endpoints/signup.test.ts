import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type AuthFixture,
  createAuthFixture,
  PASSWORD,
  SITE_URL,
  signedUp,
  signIn,
} from '../testing/fixture.ts'

let auth: AuthFixture
beforeAll(async () => {
  auth = await createAuthFixture()
})
afterAll(() => auth.drop())

const CHALLENGE = 'a'.repeat(43)

test('a new address gets a bare user and a mail', async () => {
  const body = { email: 'Fan@Tune.test', password: PASSWORD, data: { nickname: 'fan', sub: 'forged' } }
  const headers = { redirect_to: `${SITE_URL}/welcome` }
  const answer = await auth.ask('POST', '/signup', { body, headers })
  const user = answer.body as { id: string; identities: [{ identity_id: string }] }
  const now = auth.time.now.toISOString()
  const claims = { email: 'fan@tune.test', email_verified: false, phone_verified: false, sub: user.id }
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: 'fan@tune.test',
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { nickname: 'fan', ...claims },
    identities: [
      {
        identity_id: user.identities[0].identity_id,
        id: user.id,
        user_id: user.id,
        identity_data: { nickname: 'fan', ...claims },
        provider: 'email',
        last_sign_in_at: now,
        created_at: now,
        updated_at: now,
        email: 'fan@tune.test',
      },
    ],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  })
  const mail = auth.mailTo('fan@tune.test')
  expect(mail).toMatchObject({ kind: 'confirmation', code: expect.stringMatching(/^\d{6}$/) })
  expect(mail.user).toEqual({ id: user.id, metadata: { nickname: 'fan', ...claims } })
  const link = new URL(mail.link ?? '')
  expect(link.origin + link.pathname).toBe('http://localhost:3000/auth/v1/verify')
  expect(Object.fromEntries(link.searchParams)).toEqual({
    token: expect.stringMatching(/^[0-9a-f]{56}$/),
    type: 'signup',
    redirect_to: `${SITE_URL}/welcome`,
  })
})

test('nothing that opens an account is stored as it is', async () => {
  await auth.ask('POST', '/signup', { body: { email: 'stored@tune.test', password: PASSWORD } })
  const { code, link } = auth.mailTo('stored@tune.test')
  const [row] = await auth.sql`
    select u.encrypted_password, t.token_hash, t.code_hash
    from auth.users u join auth.one_time_tokens t on t.user_id = u.id
    where u.email = 'stored@tune.test'`
  expect(row?.encrypted_password).toMatch(/^\$argon2id\$/)
  expect(new URL(link ?? '').searchParams.get('token')).not.toBe(row?.token_hash)
  expect(row?.code_hash).not.toContain(code)
})

/** What of an answer differs from person to person, made alike. */
const alike = (body: object) =>
  JSON.stringify(body)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replaceAll(/[a-z]+@tune/g, 'x@tune')

test('a confirmed address answers, waits and tires as a new one does, and gets no mail', async () => {
  const real = await signedUp(auth, 'taken@tune.test', { nickname: 'real' })
  auth.pass(61)
  const sent = auth.mails.length
  const again = { password: 'another password', data: { nickname: 'other' } }
  const signUp = (email: string) => auth.ask('POST', '/signup', { body: { email, ...again } })
  const taken = await signUp('taken@tune.test')
  const fresh = await signUp('newcomer@tune.test')
  expect(taken.status).toBe(200)
  expect(alike(taken.body)).toBe(alike(fresh.body))
  expect(taken.body.id).not.toBe(real.user.id)
  expect(auth.mails.slice(sent).map(({ to }) => to)).toEqual(['newcomer@tune.test'])
  expect((await signIn(auth, 'taken@tune.test', 'another password')).status).toBe(400)
  expect((await signUp('taken@tune.test')).body).toEqual((await signUp('newcomer@tune.test')).body)
  const [row] = await auth.sql`select count(*)::int as accounts from auth.users where email like '%@invalid'`
  expect(row).toEqual({ accounts: 0 })
})

test('an unconfirmed address gets its mail again, after the gap, and keeps its password', async () => {
  const email = 'again@tune.test'
  await auth.ask('POST', '/signup', { body: { email, password: PASSWORD } })
  const body = { email, password: 'another password' }
  auth.pass(20)
  const early = await auth.ask('POST', '/signup', { body })
  expect([early.status, early.body.code, early.body.message]).toEqual([
    429,
    'over_email_send_rate_limit',
    'For security purposes, you can only request this after 40 seconds.',
  ])
  auth.pass(40)
  const sent = auth.mails.length
  expect((await auth.ask('POST', '/signup', { body })).status).toBe(200)
  expect(auth.mails).toHaveLength(sent + 1)
  await auth.ask('POST', '/verify', { body: { type: 'signup', email, token: auth.mailTo(email).code } })
  expect((await signIn(auth, email, 'another password')).status).toBe(400)
  expect((await signIn(auth, email)).status).toBe(200)
})

test('a pending address answers a stranger as a new one does, and tells nothing of the first', async () => {
  const email = 'pending@tune.test'
  await auth.ask('POST', '/signup', { body: { email, password: PASSWORD, data: { nickname: 'first' } } })
  auth.pass(61)
  const again = { password: PASSWORD, data: { colour: 'red' } }
  const repeated = (await auth.ask('POST', '/signup', { body: { email, ...again } })).body
  const fresh = (await auth.ask('POST', '/signup', { body: { email: 'fresher@tune.test', ...again } })).body
  const shapeOf = (body: object) =>
    JSON.stringify(body)
      .replaceAll(/[0-9a-f-]{36}/g, 'id')
      .replaceAll(/(pending|fresher)@/g, 'x@')
  expect(Object.keys(repeated).sort()).toEqual(Object.keys(fresh).sort())
  const sorted = (body: Record<string, unknown>) => ({
    ...body,
    identities: null,
    identity: Object.entries((body.identities as object[])[0] ?? {}).sort(),
  })
  expect(JSON.parse(shapeOf(sorted(repeated)))).toEqual(JSON.parse(shapeOf(sorted(fresh))))
})

test('two sign-ups at the same moment make one account', async () => {
  const body = { email: 'race@tune.test', password: PASSWORD }
  const answers = await Promise.all([1, 2, 3].map(() => auth.ask('POST', '/signup', { body })))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 429, 429])
  const rows = await auth.sql`select from auth.users where email = 'race@tune.test'`
  expect(rows).toHaveLength(1)
})

test.each([
  [{}, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
  [{ email: 'a@b.test' }, 400, 'validation_failed', 'Signup requires a valid password'],
  [
    { email: 'a@b.test', password: 'short' },
    422,
    'weak_password',
    'Password should be at least 8 characters.',
  ],
  [
    { email: 'a@b.test', password: 'a'.repeat(73) },
    400,
    'validation_failed',
    'Password cannot be longer than 72 characters',
  ],
  [
    { email: 'not an address', password: PASSWORD },
    400,
    'validation_failed',
    'Unable to validate email address: invalid format',
  ],
  [
    { email: 'a@b.test', password: PASSWORD, code_challenge: CHALLENGE },
    400,
    'validation_failed',
    'PKCE flow requires code_challenge_method and code_challenge',
  ],
  [
    { email: 'a@b.test', password: PASSWORD, code_challenge: 'short', code_challenge_method: 's256' },
    400,
    'validation_failed',
    'code challenge has to be between 43 and 128 characters',
  ],
  [
    { phone: '+5511999999999', password: PASSWORD },
    400,
    'phone_provider_disabled',
    'Phone signups are disabled',
  ],
])('%j is refused', async (body, status, code, message) => {
  const answer = await auth.ask('POST', '/signup', { body })
  expect([answer.status, answer.body.code, answer.body.message]).toEqual([status, code, message])
})

test('a weak password comes with its reasons in both dialects', async () => {
  const body = { email: 'a@b.test', password: 'short' }
  for (const legacy of [true, false]) {
    const answer = await auth.ask('POST', '/signup', { body, legacy })
    expect(answer.body.weak_password).toEqual({ reasons: ['length'] })
  }
})

test('a mail that cannot be queued leaves no account behind', async () => {
  const broken = await createAuthFixture({ enqueueMail: () => Promise.reject(new Error('outbox')) })
  const answer = await broken.ask('POST', '/signup', { body: { email: 'a@b.test', password: PASSWORD } })
  expect([answer.status, answer.body.code]).toEqual([500, 'unexpected_failure'])
  expect(await broken.sql`select from auth.users`).toHaveLength(0)
  expect(broken.logged).toHaveLength(1)
  await broken.drop()
})
