/** What is beyond a bound is refused before anything is done with it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUDGET } from './budget.ts'
import { createAuthDoor } from './door.ts'
import { REFUSALS } from './refusals.ts'
import { type AuthFixture, createAuthFixture, PASSWORD, serviceKey } from './testing/fixture.ts'

let auth: AuthFixture
beforeAll(async () => {
  auth = await createAuthFixture({ settings: { phone: true, anonymous: true } })
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
  ['phone', '/otp', { phone: '1'.repeat(BUDGET.phone.limit + 1) }],
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

test('settings that contradict each other do not start', () => {
  const options = { ...auth.options, discardSignUp: async () => undefined }
  for (const settings of [{ emailAutoconfirm: true }, { phoneAutoconfirm: true }, { anonymous: true }]) {
    expect(() => createAuthDoor({ ...options, settings })).toThrow(
      'discardSignUp needs every address confirmed',
    )
  }
  expect(() => createAuthDoor({ ...auth.options, settings: { testCodes: { '+0555': '12' } } })).toThrow(
    'E.164',
  )
  expect(() => createAuthDoor({ ...options, settings: {} })).not.toThrow()
})
