/**
 * Signing up with somebody else's address leads nowhere: what was brought is gone once its owner confirms it. Nor does changing to
 * one, where its owner presses what arrives.
 */
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from './options.ts'
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

  test('keeps the language of its mails, and nothing else', async () => {
    const email = `owner${++accounts}@tune.test`
    const metadataAfter = async (address: string, language: unknown) => {
      const body = { email: address, password: PASSWORD, data: { language, nickname: 'stranger' } }
      await auth.ask('POST', '/signup', { body, headers: { [HEADER]: 'stranger' } })
      const { user } = (await verify({ type: 'signup', token_hash: hashOf(address) })).body
      return user.user_metadata
    }
    const english = await metadataAfter(email, 'en')
    expect(english).toMatchObject({ language: 'en' })
    expect(english).not.toHaveProperty('nickname')
    expect(await metadataAfter(`long-${email}`, 'en and much else')).not.toHaveProperty('language')
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
    auth.pass(60)
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

describe('confirmed in another browser, where the sign-up is to be kept', () => {
  const OTHER = { [HEADER]: 'mail app' }
  const stored = async (email: string) =>
    (
      await auth.sql`
        select encrypted_password as hash, raw_user_meta_data as data, sign_up_proof as proof, email_confirmed_at as confirmed
        from auth.users where email = ${email}`
    )[0]

  test.each(['the link', 'the code'])('%s asks for the password first, and changes nothing', async (way) => {
    const { email } = await planted()
    const before = await stored(email)
    const held =
      way === 'the link' ? { token_hash: hashOf(email) } : { email, token: auth.mailTo(email).code }
    const asked = await verify({ type: 'signup', ...held, ask_password: true }, OTHER)
    expect(asked).toMatchObject({ status: 403, body: { code: 'account_password_needed' } })
    expect(JSON.stringify(asked.body)).not.toContain('stranger')
    const wrong = await verify({ type: 'signup', ...held, password: OWNERS }, OTHER)
    expect(wrong).toMatchObject({ status: 403, body: { code: 'account_password_wrong' } })
    expect(await stored(email)).toEqual(before)
    expect((await signIn(auth, email)).status).toBe(400)

    const kept = await verify({ type: 'signup', ...held, password: PASSWORD }, OTHER)
    expect(amrOf(kept.body)).toEqual(['otp'])
    expect(kept.body.user.user_metadata).toMatchObject({ nickname: 'stranger', email_verified: true })
    expect(discarded).toEqual([])
    expect((await signIn(auth, email)).status).toBe(200)
    const again = await verify({ type: 'signup', ...held, password: PASSWORD }, OTHER)
    expect(again.status).toBe(403)
  })

  test('a client that knows the documented calls alone signs in with its password once it has sent it along', async () => {
    const { email } = await planted({})
    const body = { type: 'signup', token_hash: hashOf(email), password: PASSWORD }
    expect((await verify(body)).status).toBe(200)
    expect((await signIn(auth, email)).status).toBe(200)
  })

  test('who does not know it goes on without: what was brought is dropped then', async () => {
    const account = await planted()
    const held = { type: 'signup', token_hash: hashOf(account.email) }
    expect((await verify({ ...held, password: OWNERS }, OTHER)).status).toBe(403)
    await expectTakenBack(account, (await verify(held, OTHER)).body)
  })

  test('guesses at it are counted, and whoever gives up still has the link', async () => {
    const account = await planted()
    const held = { type: 'signup', token_hash: hashOf(account.email) }
    const statuses: number[] = []
    for (let guess = 0; guess <= DEFAULT_LIMITS.failedAttempts; guess++) {
      statuses.push((await verify({ ...held, password: `Chute-${guess}#2026` }, OTHER)).status)
    }
    expect(statuses.at(-1)).toBe(429)
    expect((await verify({ ...held, password: PASSWORD }, OTHER)).status).toBe(429)
    await expectTakenBack(account, (await verify(held, OTHER)).body)
  })

  test('pressed twice at once it opens one session, and keeps the sign-up', async () => {
    const { email } = await planted()
    const body = { type: 'signup', token_hash: hashOf(email), password: PASSWORD }
    const answers = await Promise.all([verify(body, OTHER), verify(body, OTHER)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    expect((await signIn(auth, email)).status).toBe(200)
    expect(discarded).toEqual([])
  })

  test('a sign-up without a password has none to ask for', async () => {
    const email = `owner${++accounts}@tune.test`
    const body = { email, data: { nickname: 'stranger' } }
    await auth.ask('POST', '/otp', { body, headers: { [HEADER]: 'stranger' } })
    const verified = await verify({ type: 'email', token_hash: hashOf(email), ask_password: true }, OTHER)
    expect(verified.status).toBe(200)
    expect(verified.body.user.user_metadata).not.toHaveProperty('nickname')
  })

  test('of a confirmed account nothing is asked, and no password is tried', async () => {
    const { email } = await planted({ [HEADER]: 'own' })
    await verify({ type: 'signup', token_hash: hashOf(email) }, { [HEADER]: 'own' })
    await auth.ask('POST', '/recover', { body: { email } })
    const body = { type: 'recovery', token_hash: hashOf(email), ask_password: true, password: OWNERS }
    expect((await verify(body, OTHER)).status).toBe(200)
  })
})

describe('a change of e-mail, its new address opened in another browser', () => {
  const OWN = { [HEADER]: 'own' }
  /** An account that asks for another address from its own browser, where it has confirmed the present one. */
  async function changing() {
    const { email } = await planted(OWN)
    const signedUp = await verify({ type: 'signup', token_hash: hashOf(email) }, OWN)
    const wanted = `wanted${accounts}@tune.test`
    const bearer = signedUp.body.access_token
    expect((await auth.ask('PUT', '/user', { bearer, body: { email: wanted } })).status).toBe(200)
    const link = (address: string) => ({ type: 'email_change', token_hash: hashOf(address) })
    return { email, wanted, link }
  }
  const addressOf = async (email: string) =>
    (await auth.sql`select from auth.users where email = ${email}`).length

  test('is not the account’s because the owner of the mailbox presses what they did not ask for', async () => {
    const { email, wanted, link } = await changing()
    expect((await verify(link(email), OWN)).status).toBe(200)
    for (const headers of [{}, { [HEADER]: 'owner of the mailbox' }]) {
      const asked = await verify(link(wanted), headers)
      expect(asked).toMatchObject({ status: 403, body: { code: 'account_password_needed' } })
      const wrong = await verify({ ...link(wanted), password: OWNERS }, headers)
      expect(wrong).toMatchObject({ status: 403, body: { code: 'account_password_wrong' } })
    }
    // Nor by the door's own link.
    expect((await auth.follow(auth.mailTo(wanted).link ?? '')).hash).toContain('account_password_needed')
    expect([await addressOf(email), await addressOf(wanted)]).toEqual([1, 0])
  })

  test('nor by pressing before the present address has answered', async () => {
    const { email, wanted, link } = await changing()
    expect((await verify(link(wanted))).body).toMatchObject({ code: 'account_password_needed' })
    expect((await verify(link(email), OWN)).body).not.toHaveProperty('access_token')
    expect([await addressOf(email), await addressOf(wanted)]).toEqual([1, 0])
  })

  test.each([
    ['a browser that knows the account', OWN, ''],
    ['the account’s password', {}, PASSWORD],
  ])('is the account’s with %s', async (_, headers, password) => {
    const { email, wanted, link } = await changing()
    expect((await verify(link(email), OWN)).status).toBe(200)
    const changed = await verify({ ...link(wanted), password }, headers)
    expect(changed.body.user.email).toBe(wanted)
    expect([await addressOf(email), await addressOf(wanted)]).toEqual([0, 1])
  })
})
