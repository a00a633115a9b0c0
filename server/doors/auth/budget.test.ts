/** What is beyond a bound is refused before anything is done with it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUDGET } from './budget.ts'
import { REFUSALS } from './refusals.ts'
import {
  type AuthFixture,
  createAuthFixture,
  PASSWORD,
  SITE_URL,
  serviceKey,
  signedUp,
  signIn,
} from './testing/fixture.ts'

let auth: AuthFixture
beforeAll(async () => {
  auth = await createAuthFixture()
})
afterAll(() => auth.drop())

const EMAIL = 'a@b.test'
const long = (bound: { limit: number }) => 'x'.repeat(bound.limit + 1)
const nested = (levels: number): unknown => (levels === 0 ? 1 : { in: nested(levels - 1) })
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [index, 1]))

test.each<[keyof typeof BUDGET, string, unknown]>([
  ['body', '/signup', { email: EMAIL, password: long(BUDGET.body) }],
  ['depth', '/signup', { email: EMAIL, password: PASSWORD, data: nested(BUDGET.depth.limit) }],
  ['field', '/token?grant_type=password', { email: long(BUDGET.field), password: PASSWORD }],
  ['field', '/verify', { type: 'signup', token_hash: long(BUDGET.field) }],
  ['idToken', '/token?grant_type=id_token', { provider: 'google', id_token: long(BUDGET.idToken) }],
  ['metadataKeys', '/signup', { data: keys(BUDGET.metadataKeys.limit + 1) }],
  ['metadata', '/signup', { email: EMAIL, password: PASSWORD, data: { x: long(BUDGET.metadata) } }],
  ['email', '/otp', { email: `${long(BUDGET.email)}@b.test` }],
  ['password', '/signup', { email: EMAIL, password: long(BUDGET.password) }],
  ['query', `/recover?redirect_to=${long(BUDGET.query)}`, { email: EMAIL }],
])('%s: POST %.40s', async (name, path, body) => {
  const answer = await auth.ask('POST', path, { body })
  expect(answer.headers.get('x-sb-error-code')).toBe(BUDGET[name].answer)
  expect(answer.status).toBe(name === 'body' ? 413 : 400)
  expect(await auth.sql`select from auth.users where email = ${EMAIL}`).toHaveLength(0)
})

test('what an administrator sets has its own bound, over both kinds of metadata', async () => {
  const half = 'x'.repeat(BUDGET.allMetadata.limit / 2)
  const create = (body: object) => auth.ask('POST', '/admin/users', { bearer: serviceKey, body })
  const answer = await create({ email: EMAIL, user_metadata: { half }, app_metadata: { half } })
  expect(answer.body.code).toBe(BUDGET.allMetadata.answer)
  expect((await create({ email: 'one@b.test', user_metadata: { half } })).status).toBe(200)
})

test('every answer of the table is one that the door can give', () => {
  const codes = new Set<string>(Object.values(REFUSALS).map(([, code]) => code))
  const unknown = Object.values(BUDGET).filter(({ answer }) => answer !== null && !codes.has(answer))
  expect(unknown).toEqual([])
})

test.each([
  ['mailRequests', '/otp', { email: EMAIL }],
  ['verifyRequests', '/verify', { type: 'signup', email: EMAIL, token: '000000' }],
  ['tokenRequests', '/token?grant_type=password', { email: EMAIL, password: PASSWORD }],
] as const)('a client address beyond its %s is told when to return', async (name, path, body) => {
  const small = await createAuthFixture({ limits: { [name]: 1 } })
  await small.ask('POST', path, { body })
  small.pass(100)
  const { status, headers } = await small.ask('POST', path, { body })
  expect([status, headers.get('retry-after')]).toEqual([429, String(BUDGET[name].seconds - 100)])
  expect(headers.get('x-sb-error-code')).toBe(BUDGET[name].answer)
  await small.drop()
})

test('the networks of one IPv6 site have ten times the limit of one', async () => {
  const small = await createAuthFixture({ limits: { verifyRequests: 1 } })
  const from = async (address: string) => {
    small.client.address = address
    const body = { type: 'signup', email: EMAIL, token: '000000' }
    return (await small.ask('POST', '/verify', { body })).headers.get('x-sb-error-code')
  }
  const codes: (string | null)[] = []
  for (let network = 1; network <= 11; network++) codes.push(await from(`2001:db8:99:${network}::`))
  expect(codes.filter((code) => code === BUDGET.verifyRequests.answer)).toHaveLength(1)
  expect(await from('2001:db8:98:1::')).not.toBe(BUDGET.verifyRequests.answer)
  await small.drop()
})

test('a second mail to one address within the gap', async () => {
  const { answer, seconds } = BUDGET.mailGap
  const ask = () => auth.ask('POST', '/recover', { body: { email: 'gap@b.test' } })
  await signedUp(auth, 'gap@b.test')
  auth.pass(seconds)
  expect((await ask()).status).toBe(200)
  auth.pass(seconds - 1)
  expect((await ask()).body.code).toBe(answer)
  auth.pass(2)
  expect((await ask()).status).toBe(200)
})

test('the mails of an hour are counted for the whole installation', async () => {
  const { answer, seconds } = BUDGET.mailsPerHour
  const small = await createAuthFixture({ limits: { mailsPerHour: 1 } })
  const ask = (email: string) => small.ask('POST', '/otp', { body: { email } })
  await ask('one@b.test')
  expect((await ask('two@b.test')).body.code).toBe(answer)
  small.pass(seconds + 1)
  expect((await ask('two@b.test')).status).toBe(200)
  await small.drop()
})

test('strangers who sign up take no mail from those who have an account', async () => {
  const small = await createAuthFixture({ limits: { mailsPerHour: 1 } })
  const email = 'known@b.test'
  await signedUp(small, email)
  const ask = async (path: string, body: object) => (await small.ask('POST', path, { body })).body.code
  expect(await ask('/signup', { email: 'another@b.test', password: PASSWORD })).toBe(
    BUDGET.mailsPerHour.answer,
  )
  expect(await ask('/recover', { email })).toBeUndefined()
  small.pass(BUDGET.mailsPerHour.seconds + 1)
  await ask('/signup', { email: 'another@b.test', password: PASSWORD })
  const { access_token: bearer } = (await signIn(small, email)).body
  expect((await small.ask('GET', '/reauthenticate', { bearer })).status).toBe(200)
  await small.drop()
})

test('failed codes of one account are counted', async () => {
  const { access_token: bearer } = await signedUp(auth, 'failing@b.test')
  const factor = await auth.ask<{ id: string }>('POST', '/factors', { bearer, body: { factor_type: 'totp' } })
  const fail = async () => {
    auth.pass(1)
    const path = `/factors/${factor.body.id}`
    const { body } = await auth.ask<{ id: string }>('POST', `${path}/challenge`, { bearer, body: {} })
    return auth.ask('POST', `${path}/verify`, { bearer, body: { challenge_id: body.id, code: '000000' } })
  }
  for (let failed = 0; failed < BUDGET.failedAttempts.limit; failed++)
    expect((await fail()).body.code).toBe('mfa_verification_failed')
  const refused = await fail()
  expect([refused.status, refused.body.code]).toEqual([429, BUDGET.failedAttempts.answer])
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(BUDGET.failedAttempts.seconds)
})

test('passwords wait in a line that ends', async () => {
  const asked = Array.from({ length: BUDGET.waitingPasswords.limit * 2 }, (_, index) =>
    auth.ask('POST', '/token?grant_type=password', {
      body: { email: `line${index}@b.test`, password: PASSWORD },
    }),
  )
  const answers = await Promise.all(asked)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.every(({ body }) => body.code === BUDGET.waitingPasswords.answer)).toBe(true)
  expect(refused[0]?.headers.get('retry-after')).toBe(String(BUDGET.waitingPasswords.seconds))
})

test('guesses from many networks at once leave everybody else their turn', async () => {
  const shared = await createAuthFixture({ clientAddress: (c) => c.req.header('x-from') ?? '203.0.113.9' })
  const email = 'else@b.test'
  await signedUp(shared, email)
  const isFull = Promise.withResolvers<void>()
  const guesses = Array.from({ length: BUDGET.waitingPasswords.limit * 4 }, async (_, index) => {
    const { body } = await shared.ask('POST', '/token?grant_type=password', {
      headers: { 'x-from': `192.0.2.${index % 16}` },
      body: { email: `guessed${index}@b.test`, password: PASSWORD },
    })
    if (body.code === BUDGET.waitingPasswords.answer) isFull.resolve()
  })
  await isFull.promise
  const tries = Array.from({ length: 3 }, () => signIn(shared, email))
  expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([200, 200, 200])
  await Promise.all(guesses)
  await shared.drop()
})

test('an account has so many factors, with names of such a length', async () => {
  const { access_token: bearer } = await signedUp(auth, 'factors@b.test')
  const enroll = (friendly_name: string) =>
    auth.ask('POST', '/factors', { bearer, body: { factor_type: 'totp', friendly_name } })
  expect((await enroll(long(BUDGET.friendlyName))).body.code).toBe(BUDGET.friendlyName.answer)
  for (let index = 0; index < BUDGET.factors.limit; index++)
    expect((await enroll(`${index}`)).status).toBe(200)
  expect((await enroll('one more')).body.code).toBe(BUDGET.factors.answer)
})

test('what is too long to be kept is cut off, or is as if it were not there', async () => {
  const email = 'long@b.test'
  await signedUp(auth, email)
  const headers = { 'user-agent': long(BUDGET.userAgent) }
  await auth.ask('POST', '/token?grant_type=password', { headers, body: { email, password: PASSWORD } })
  const [session] = await auth.sql<[{ length: number }]>`
    select max(length(user_agent))::int as length from auth.sessions`
  expect(session.length).toBe(BUDGET.userAgent.limit)
  auth.pass(BUDGET.mailGap.seconds)
  await auth.ask('POST', `/recover?redirect_to=${SITE_URL}/${long(BUDGET.redirect)}`, { body: { email } })
  const link = new URL(auth.mailTo(email).link ?? '')
  expect(link.searchParams.get('redirect_to')).toBe(SITE_URL)
})

test('an account has so many sessions; the oldest ends', async () => {
  const email = 'sessions@b.test'
  const oldest = await signedUp(auth, email)
  for (let index = 0; index < BUDGET.sessions.limit; index++) {
    auth.pass(1)
    expect((await signIn(auth, email)).status).toBe(200)
  }
  const open = await auth.sql`select from auth.sessions where user_id = ${oldest.user.id}`
  expect(open).toHaveLength(BUDGET.sessions.limit)
  expect((await auth.ask('GET', '/user', { bearer: oldest.access_token })).status).toBe(403)
})

test('a page of accounts is not longer than', async () => {
  const { limit } = BUDGET.usersPerPage
  await auth.sql`
    insert into auth.users (id, email) select gen_random_uuid(), 'page' || n || '@b.test' from generate_series(1, ${limit}) n`
  const page = await auth.ask<{ users: unknown[] }>('GET', `/admin/users?per_page=${limit * 2}`, {
    bearer: serviceKey,
  })
  expect(page.body.users).toHaveLength(limit)
})
