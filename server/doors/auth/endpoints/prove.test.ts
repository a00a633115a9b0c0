/** What a stolen session must not do: its holder proves once more whose account it is. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthFixture, createAuthFixture, PASSWORD, signedUp, signIn } from '../testing/fixture.ts'
import { codeAt, stepAt } from '../totp.ts'

let auth: AuthFixture
beforeAll(async () => {
  auth = await createAuthFixture({
    requireCurrentPassword: true,
    settings: { manualLinking: true },
    proofIsDue: async (user, session, now) => {
      const [answer] = await auth.sql`select private.proof_is_due(${user}, ${session}, ${now}) as due`
      return answer?.due
    },
  })
})
afterAll(() => auth.drop())

const QUARTER = 15 * 60
const NEEDED = [400, 'reauthentication_needed']

async function someone(email: string) {
  await signedUp(auth, email)
  return (await signIn(auth, email)).body.access_token
}
const change = async (bearer: string, method: string, path: string, body?: object) => {
  const answer = await auth.ask(method, path, { bearer, ...(body && { body }) })
  return [answer.status, answer.body.code]
}
const addFactor = (bearer: string) => change(bearer, 'POST', '/factors', { factor_type: 'totp' })

test.each([
  ['the address', 'PUT', '/user', { email: 'thief@tune.test' }],
  ['the factors', 'POST', '/factors', { factor_type: 'totp' }],
  ['the providers', 'GET', '/user/identities/authorize?provider=google', undefined],
  ['the other sessions', 'DELETE', `/sessions/${crypto.randomUUID()}`, undefined],
  ['a provider', 'DELETE', `/user/identities/${crypto.randomUUID()}`, undefined],
])(
  'a session that proved nothing for a quarter of an hour does not change %s',
  async (_what, method, path, body) => {
    const bearer = await someone(`${crypto.randomUUID()}@tune.test`)
    auth.pass(QUARTER)
    expect(await change(bearer, method, path, body)).toEqual(NEEDED)
    expect((await auth.ask('POST', '/reauthenticate', { bearer, body: { password: PASSWORD } })).status).toBe(
      200,
    )
    expect(await change(bearer, method, path, body)).not.toEqual(NEEDED)
  },
)

test('a fresh sign-in is a proof, and refreshing is none', async () => {
  const email = 'fresh@tune.test'
  await signedUp(auth, email)
  const { access_token: bearer, refresh_token } = (await signIn(auth, email)).body
  expect(await addFactor(bearer)).toEqual([200, undefined])
  auth.pass(QUARTER)
  await auth.ask('POST', '/token?grant_type=refresh_token', { body: { refresh_token } })
  expect(await addFactor(bearer)).toEqual(NEEDED)
})

test('a mailed code proves whose session it is, and still changes no password', async () => {
  const email = 'mailed@tune.test'
  const bearer = await someone(email)
  auth.pass(QUARTER)
  await auth.ask('GET', '/reauthenticate', { bearer })
  const nonce = auth.mailTo(email).code
  expect((await auth.ask('POST', '/reauthenticate', { bearer, body: { nonce } })).status).toBe(200)
  expect(await addFactor(bearer)).toEqual([200, undefined])
  const password = 'Another-one#2027'
  expect(await change(bearer, 'PUT', '/user', { password })).toEqual([400, 'current_password_required'])
  expect((await signIn(auth, email)).status).toBe(200)
})

test('a wrong password, a wrong code or nothing proves nothing', async () => {
  const bearer = await someone('wrong@tune.test')
  auth.pass(QUARTER)
  const given = async (body: object) => {
    const answer = await auth.ask('POST', '/reauthenticate', { bearer, body })
    return [answer.status, answer.body.code]
  }
  expect(await given({ password: 'not it' })).toEqual([400, 'current_password_invalid'])
  expect(await given({ nonce: '000000' })).toEqual([422, 'reauthentication_not_valid'])
  expect(await given({})).toEqual([400, 'current_password_required'])
  expect(await addFactor(bearer)).toEqual(NEEDED)
})

test('a mailed code proves, once, and for its own session alone', async () => {
  const email = 'coded@tune.test'
  const bearer = await someone(email)
  const other = (await signIn(auth, email)).body.access_token
  auth.pass(QUARTER)
  await auth.ask('GET', '/reauthenticate', { bearer })
  const body = { nonce: auth.mailTo(email).code }
  expect((await auth.ask('POST', '/reauthenticate', { bearer, body })).status).toBe(200)
  expect((await auth.ask('POST', '/reauthenticate', { bearer: other, body })).status).toBe(422)
  expect(await addFactor(bearer)).toEqual([200, undefined])
  expect(await addFactor(other)).toEqual(NEEDED)
})

test('a mailed code is of use for ten minutes', async () => {
  const email = 'late@tune.test'
  const bearer = await someone(email)
  await auth.ask('GET', '/reauthenticate', { bearer })
  auth.pass(601)
  const body = { nonce: auth.mailTo(email).code }
  expect((await auth.ask('POST', '/reauthenticate', { bearer, body })).status).toBe(422)
})

test('where there is a second factor, only that is a proof', async () => {
  const email = 'factor@tune.test'
  const bearer = await someone(email)
  type Enrolled = { id: string; totp: { secret: string } }
  const { id, totp } = (
    await auth.ask<Enrolled>('POST', '/factors', { bearer, body: { factor_type: 'totp' } })
  ).body
  const use = async () => {
    const challenge = (
      await auth.ask<{ id: string }>('POST', `/factors/${id}/challenge`, { bearer, body: {} })
    ).body
    const code = codeAt(totp.secret, stepAt(auth.time.now))
    return auth.ask('POST', `/factors/${id}/verify`, { bearer, body: { challenge_id: challenge.id, code } })
  }
  await use()
  const makeCodes = () => change(bearer, 'POST', '/recovery-codes', {})
  expect(await makeCodes()).toEqual([200, undefined])
  auth.pass(QUARTER)
  await auth.ask('POST', '/reauthenticate', { bearer, body: { password: PASSWORD } })
  expect(await makeCodes()).toEqual(NEEDED)
  expect(await change(bearer, 'DELETE', `/factors/${id}`)).toEqual(NEEDED)
  expect((await use()).status).toBe(200)
  expect(await change(bearer, 'DELETE', `/factors/${id}`)).toEqual([200, undefined])
})
