/** What a stolen session must not do: its holder proves once more whose account it is. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type AuthFixture,
  createAuthFixture,
  google,
  PASSWORD,
  signedUp,
  signIn,
  type Tokens,
} from '../testing/fixture.ts'
import { codeAt, stepAt } from '../totp.ts'

let auth: AuthFixture
beforeAll(async () => {
  auth = await createAuthFixture({
    requireCurrentPassword: true,
    identityProviders: { google },
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
type Proof = string | null
const change = async (bearer: string, method: string, path: string, body?: object, proof: Proof = null) => {
  const headers = proof ? { 'X-Proof': proof } : {}
  const answer = await auth.ask(method, path, { bearer, headers, ...(body && { body }) })
  return [answer.status, answer.body.code]
}
const addFactor = (bearer: string, proof: Proof = null) =>
  change(bearer, 'POST', '/factors', { factor_type: 'totp', friendly_name: crypto.randomUUID() }, proof)
const changeAddress = (bearer: string) => {
  auth.pass(60)
  return change(bearer, 'PUT', '/user', { email: 'thief@tune.test' })
}
/** The secret that comes with the answer to a proof. */
async function prove(bearer: string, body: object = { password: PASSWORD }): Promise<Proof> {
  const { status, headers } = await auth.ask('POST', '/reauthenticate', { bearer, body })
  expect(status).toBe(200)
  return headers.get('x-proof')
}

test.each([
  ['the address', 'PUT', '/user', { email: 'thief@tune.test' }],
  ['the other sessions', 'DELETE', `/sessions/${crypto.randomUUID()}`, undefined],
])(
  'a session that proved nothing for a quarter of an hour does not change %s',
  async (_what, method, path, body) => {
    const bearer = await someone(`${crypto.randomUUID()}@tune.test`)
    auth.pass(QUARTER)
    expect(await change(bearer, method, path, body)).toEqual(NEEDED)
    await prove(bearer)
    expect(await change(bearer, method, path, body)).not.toEqual(NEEDED)
  },
)

const choose = (bearer: string, password: string) => change(bearer, 'PUT', '/user', { password })

test('the session in which a sign-up ends needs the password that was chosen for it', async () => {
  const { access_token: bearer } = await signedUp(auth, 'newcomer@tune.test')
  expect(await choose(bearer, 'a thief’s password')).toEqual([400, 'current_password_required'])
})

/** The session that a mail of that kind opens. */
async function mailed(email: string, path: string) {
  auth.pass(61)
  await auth.ask('POST', path, { body: { email } })
  const body = { type: 'email', email, token: auth.mailTo(email).code }
  return (await auth.ask<Tokens>('POST', '/verify', { body })).body.access_token
}

test.each(['/recover', '/otp'])('what POST %s mails leads to one new password, at once', async (path) => {
  const email = `${crypto.randomUUID()}@tune.test`
  await signedUp(auth, email)
  const bearer = await mailed(email, path)
  expect(await choose(bearer, 'the owner’s password')).toEqual([200, undefined])
  expect(await choose(bearer, 'a thief’s password')).toEqual([400, 'current_password_required'])
  const late = await mailed(email, path)
  auth.pass(QUARTER)
  expect(await choose(late, 'a thief’s password')).toEqual([400, 'current_password_required'])
})

/** A session that was opened a moment ago, of an account with a second factor that it has just used. */
async function strong(email: string) {
  const bearer = await someone(email)
  const proof = await prove(bearer)
  type Enrolled = { id: string; totp: { secret: string } }
  const { id, totp } = (
    await auth.ask<Enrolled>('POST', '/factors', {
      bearer,
      headers: { 'X-Proof': proof ?? '' },
      body: { factor_type: 'totp' },
    })
  ).body
  const use = async (session: string) => {
    auth.pass(30)
    const path = `/factors/${id}`
    const challenge = (
      await auth.ask<{ id: string }>('POST', `${path}/challenge`, { bearer: session, body: {} })
    ).body
    const code = codeAt(totp.secret, stepAt(auth.time.now))
    const body = { challenge_id: challenge.id, code }
    return auth.ask<Tokens>('POST', `${path}/verify`, { bearer: session, body })
  }
  const enrolled = await use(bearer)
  return { id, use, bearer: enrolled.body.access_token, proof: enrolled.headers.get('x-proof') }
}

test.each([
  ['the factors', 'POST', '/factors', { factor_type: 'totp' }],
  ['the providers', 'GET', '/user/identities/authorize?provider=google', undefined],
  ['a provider', 'DELETE', `/user/identities/${crypto.randomUUID()}`, undefined],
])(
  'a token alone does not change %s, however young its session, nor after its owner has proved for something else',
  async (_what, method, path, body) => {
    const email = `${crypto.randomUUID()}@tune.test`
    const bearer = await someone(email)
    expect(await change(bearer, method, path, body)).toEqual(NEEDED)
    const proof = await prove(bearer)
    expect(await change(bearer, method, path, body)).toEqual(NEEDED)
    expect(await change(bearer, method, path, body, 'f'.repeat(64))).toEqual(NEEDED)
    // The proof is for its own session, and for a quarter of an hour.
    const other = (await signIn(auth, email)).body.access_token
    expect(await change(other, method, path, body, proof)).toEqual(NEEDED)
    expect(await change(bearer, method, path, body, proof)).not.toEqual(NEEDED)
    const late = await prove(bearer)
    auth.pass(QUARTER)
    expect(await change(bearer, method, path, body, late)).toEqual(NEEDED)
  },
)

test('an identity that an application brings is linked by a proof too', async () => {
  const bearer = await someone('native@tune.test')
  const link = { provider: 'google', id_token: 'g-native native@tune.test', link_identity: true }
  expect(await change(bearer, 'POST', '/token?grant_type=id_token', link)).toEqual(NEEDED)
  const proof = await prove(bearer)
  expect(await change(bearer, 'POST', '/token?grant_type=id_token', link, proof)).toEqual([200, undefined])
})

test('a proof is for one change, and one that is refused takes none', async () => {
  const bearer = await someone('once@tune.test')
  const proof = await prove(bearer)
  expect(await change(bearer, 'DELETE', `/user/identities/${crypto.randomUUID()}`, undefined, proof)).toEqual(
    [422, 'identity_not_found'],
  )
  const both = await Promise.all([addFactor(bearer, proof), addFactor(bearer, proof)])
  expect(both.toSorted()).toEqual([[200, undefined], NEEDED])
  expect(await addFactor(bearer, proof)).toEqual(NEEDED)
})

test('a fresh sign-in lets a session change its address, and refreshing does not', async () => {
  const email = 'fresh@tune.test'
  await signedUp(auth, email)
  const { access_token: bearer, refresh_token } = (await signIn(auth, email)).body
  expect(await changeAddress(bearer)).toEqual([200, undefined])
  auth.pass(QUARTER)
  await auth.ask('POST', '/token?grant_type=refresh_token', { body: { refresh_token } })
  expect(await changeAddress(bearer)).toEqual(NEEDED)
})

test('a mailed code proves whose session it is, and still changes no password', async () => {
  const email = 'mailed@tune.test'
  const bearer = await someone(email)
  auth.pass(QUARTER)
  await auth.ask('GET', '/reauthenticate', { bearer })
  const proof = await prove(bearer, { nonce: auth.mailTo(email).code })
  expect(await addFactor(bearer, proof)).toEqual([200, undefined])
  const password = 'Another-one#2027'
  expect(await change(bearer, 'PUT', '/user', { password })).toEqual([400, 'current_password_required'])
  expect((await signIn(auth, email)).status).toBe(200)
})

test('a wrong password, a wrong code or nothing proves nothing', async () => {
  const bearer = await someone('wrong@tune.test')
  auth.pass(QUARTER)
  const given = async (body: object) => {
    const answer = await auth.ask('POST', '/reauthenticate', { bearer, body })
    return [answer.status, answer.body.code, answer.headers.get('x-proof')]
  }
  expect(await given({ password: 'not it' })).toEqual([400, 'current_password_invalid', null])
  expect(await given({ nonce: '000000' })).toEqual([422, 'reauthentication_not_valid', null])
  expect(await given({})).toEqual([400, 'current_password_required', null])
  expect(await changeAddress(bearer)).toEqual(NEEDED)
})

test('a mailed code proves, once, and for its own session alone', async () => {
  const email = 'coded@tune.test'
  const bearer = await someone(email)
  const other = (await signIn(auth, email)).body.access_token
  auth.pass(QUARTER)
  await auth.ask('GET', '/reauthenticate', { bearer })
  const body = { nonce: auth.mailTo(email).code }
  const proof = await prove(bearer, body)
  expect((await auth.ask('POST', '/reauthenticate', { bearer: other, body })).status).toBe(422)
  expect(await addFactor(other, proof)).toEqual(NEEDED)
  expect(await addFactor(bearer, proof)).toEqual([200, undefined])
})

test('a mailed code is of use for ten minutes', async () => {
  const email = 'late@tune.test'
  const bearer = await someone(email)
  await auth.ask('GET', '/reauthenticate', { bearer })
  auth.pass(601)
  const body = { nonce: auth.mailTo(email).code }
  expect((await auth.ask('POST', '/reauthenticate', { bearer, body })).status).toBe(422)
})

test('where there is a second factor, only that is a proof, used for this and not to sign in', async () => {
  const email = 'factor@tune.test'
  const { id, use, bearer, proof } = await strong(email)
  const makeCodes = (given: Proof) => change(bearer, 'POST', '/recovery-codes', {}, given)
  // Whoever has just enrolled goes on to recovery codes without another code.
  expect(await makeCodes(null)).toEqual(NEEDED)
  expect(await makeCodes(proof)).toEqual([200, undefined])
  expect(await makeCodes(await prove(bearer))).toEqual(NEEDED)
  const again = await use(bearer)
  expect(await change(bearer, 'DELETE', `/factors/${id}`)).toEqual(NEEDED)
  // To sign in with it is no proof.
  const opened = await use((await signIn(auth, email)).body.access_token)
  expect(opened.headers.get('x-proof')).toBeNull()
  expect(await change(opened.body.access_token, 'DELETE', `/factors/${id}`)).toEqual(NEEDED)
  expect(again.headers.get('x-proof')).not.toBeNull()
  expect(await change(bearer, 'DELETE', `/factors/${id}`, undefined, again.headers.get('x-proof'))).toEqual([
    200,
    undefined,
  ])
})
