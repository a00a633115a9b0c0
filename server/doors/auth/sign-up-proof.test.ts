/** Signing up with somebody else's address leads nowhere: what was brought is gone once its owner confirms it. */
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AuthFixture, createAuthFixture, PASSWORD, signIn, type Tokens } from './testing/fixture.ts'

const OWNERS = 'the owner’s own words'
const HEADER = 'X-Browser-Key'

let auth: AuthFixture
/** The accounts whose profile the product was told to drop. */
let discarded: string[] = []
beforeAll(async () => {
  auth = await createAuthFixture({
    discardSignUp: async (_tx, userId) => {
      discarded.push(userId)
    },
  })
})
afterAll(() => auth.drop())
beforeEach(() => {
  discarded = []
})

let accounts = 0
/** An address that a stranger has signed up with. */
async function planted(headers: Record<string, string> = { [HEADER]: 'stranger' }) {
  const email = `owner${++accounts}@tune.test`
  const body = { email, password: PASSWORD, data: { nickname: 'stranger' } }
  const user = (await auth.ask<{ id: string }>('POST', '/signup', { body, headers })).body
  return { email, id: user.id }
}
const signUp = (email: string, key: string) =>
  auth.ask('POST', '/signup', { body: { email, password: OWNERS }, headers: { [HEADER]: key } })
const verify = (body: object, headers: Record<string, string> = {}) =>
  auth.ask<Tokens>('POST', '/verify', { body, headers })
const hashOf = (email: string) => auth.mailTo(email).linkToken?.tokenHash ?? ''
const amrOf = ({ access_token: token }: Tokens) =>
  (decodeJwt(token).amr as { method: string }[]).map(({ method }) => method)

async function expectTakenBack({ email, id }: { email: string; id: string }, tokens: Tokens) {
  expect(amrOf(tokens)).toEqual(['recovery'])
  expect(tokens.user.user_metadata).toEqual({
    sub: id,
    email,
    email_verified: true,
    phone_verified: false,
  })
  expect(discarded).toEqual([id])
  expect((await signIn(auth, email)).status).toBe(400)
  const bearer = tokens.access_token
  expect((await auth.ask('PUT', '/user', { bearer, body: { password: OWNERS } })).status).toBe(200)
  expect((await signIn(auth, email, OWNERS)).status).toBe(200)
}

describe('an account that a stranger signed up', () => {
  test.each(['the link', 'the code'])('loses their password when its owner confirms by %s', async (way) => {
    const account = await planted()
    const { email } = account
    const proof =
      way === 'the link' ? { token_hash: hashOf(email) } : { email, token: auth.mailTo(email).code }
    const { status, body } = await verify({ type: 'signup', ...proof })
    expect(status).toBe(200)
    await expectTakenBack(account, body)
  })

  test('loses it to an owner who signed up after them, whose browser has another key', async () => {
    const account = await planted()
    auth.pass(61)
    expect((await signUp(account.email, 'owner')).status).toBe(200)
    const body = { type: 'signup', token_hash: hashOf(account.email) }
    await expectTakenBack(account, (await verify(body, { [HEADER]: 'owner' })).body)
  })

  test('cannot be made theirs by signing up again after its owner', async () => {
    const email = `owner${++accounts}@tune.test`
    await signUp(email, 'owner')
    auth.pass(61)
    await auth.ask('POST', '/signup', {
      body: { email, password: PASSWORD },
      headers: { [HEADER]: 'stranger' },
    })
    const body = { type: 'signup', token_hash: hashOf(email) }
    expect(amrOf((await verify(body, { [HEADER]: 'owner' })).body)).toEqual(['otp'])
    expect((await signIn(auth, email)).status).toBe(400)
    expect((await signIn(auth, email, OWNERS)).status).toBe(200)
  })

  test('loses it by a recovery mail, and by the door’s own link', async () => {
    const account = await planted()
    await auth.ask('POST', '/recover', { body: { email: account.email } })
    const recovered = await verify({ type: 'recovery', token_hash: hashOf(account.email) })
    await expectTakenBack(account, recovered.body)

    const other = await planted()
    discarded = []
    const address = await auth.follow(auth.mailTo(other.email).link ?? '')
    expect(new URLSearchParams(address.hash.slice(1)).get('type')).toBe('recovery')
    expect(discarded).toEqual([other.id])
    expect((await signIn(auth, other.email)).status).toBe(400)
  })

  test('whoever signs up without a key has none to confirm with', async () => {
    const account = await planted({})
    const body = { type: 'signup', token_hash: hashOf(account.email) }
    await expectTakenBack(account, (await verify(body)).body)
  })
})

test('the browser that signed up keeps what it brought, and later mails drop nothing', async () => {
  const { email } = await planted({ [HEADER]: 'own' })
  const confirmed = await verify({ type: 'signup', token_hash: hashOf(email) }, { [HEADER]: 'own' })
  expect(amrOf(confirmed.body)).toEqual(['otp'])
  expect(confirmed.body.user.user_metadata).toMatchObject({ nickname: 'stranger', email_verified: true })
  await auth.ask('POST', '/recover', { body: { email } })
  expect((await verify({ type: 'recovery', token_hash: hashOf(email) })).status).toBe(200)
  expect(discarded).toEqual([])
  expect((await signIn(auth, email)).status).toBe(200)
})
