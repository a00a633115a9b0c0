import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUDGET } from '../budget.ts'
import { type AuthFixture, createAuthFixture, signedUp, signIn, type Tokens } from '../testing/fixture.ts'
import { codeAt, stepAt } from '../totp.ts'

let auth: AuthFixture
beforeAll(async () => {
  auth = await createAuthFixture({ limits: { failedAttempts: 5 } })
})
afterAll(() => auth.drop())

type Enrolled = { id: string; totp: { secret: string; uri: string; qr_code: string } }
type Refusal = { code: string; message: string }

const enroll = (bearer: string, friendly_name = '') =>
  auth.ask<Enrolled & Refusal>('POST', '/factors', { bearer, body: { factor_type: 'totp', friendly_name } })
const currentCode = (secret: string) => codeAt(secret, stepAt(auth.time.now))

async function challenge(bearer: string, factorId: string): Promise<string> {
  const answer = await auth.ask<{ id: string }>('POST', `/factors/${factorId}/challenge`, {
    bearer,
    body: {},
  })
  return answer.body.id
}

async function verify(bearer: string, factorId: string, code: string, challengeId?: string) {
  const challenge_id = challengeId ?? (await challenge(bearer, factorId))
  const body = { challenge_id, code }
  return auth.ask<Tokens & Refusal>('POST', `/factors/${factorId}/verify`, { bearer, body })
}

/** An account with a verified factor, and the aal2 session that verified it. */
async function withFactor(email: string) {
  const { access_token: bearer } = await signedUp(auth, email)
  const { id, totp } = (await enroll(bearer)).body
  const { access_token: strong } = (await verify(bearer, id, currentCode(totp.secret))).body
  return { factorId: id, secret: totp.secret, strong }
}

test('enrolment shows secret, address and QR code', async () => {
  const { access_token: bearer } = await signedUp(auth, 'enroll@tune.test')
  const answer = await enroll(bearer, 'phone')
  expect(answer.body).toMatchObject({ type: 'totp', friendly_name: 'phone' })
  const { secret, uri, qr_code } = answer.body.totp
  expect(uri).toContain(`secret=${secret}`)
  expect(qr_code).toMatch(/^<svg[\s\S]*<\/svg>\s*$/)
  const [row] = await auth.sql`select secret from auth.mfa_factors where id = ${answer.body.id}`
  expect(row?.secret).not.toContain(secret)
  const me = await auth.ask<{ factors: object[] }>('GET', '/user', { bearer })
  expect(me.body.factors).toMatchObject([
    { id: answer.body.id, status: 'unverified', factor_type: 'totp', friendly_name: 'phone' },
  ])
  expect((await enroll(bearer, 'phone')).body).toEqual({
    code: 'mfa_factor_name_conflict',
    message: 'A factor with the friendly name "phone" for this user already exists',
  })
})

test('the right code raises the session to aal2 and ends weaker ones', async () => {
  const email = 'raise@tune.test'
  const first = await signedUp(auth, email)
  const other = (await signIn(auth, email)).body
  const { id, totp } = (await enroll(first.access_token)).body
  const answer = await verify(first.access_token, id, currentCode(totp.secret))
  expect(answer.status).toBe(200)
  const [before, after] = [decodeJwt(first.access_token), decodeJwt(answer.body.access_token)]
  expect(after).toMatchObject({ aal: 'aal2', session_id: before.session_id })
  expect(after.amr).toMatchObject([{ method: 'otp' }, { method: 'totp' }])
  expect(answer.body.user.factors).toMatchObject([{ id, status: 'verified' }])
  expect((await auth.ask('GET', '/user', { bearer: other.access_token })).body.code).toBe('session_not_found')
  const body = { refresh_token: answer.body.refresh_token }
  const refreshed = (await auth.ask<Tokens>('POST', '/token?grant_type=refresh_token', { body })).body
  expect(decodeJwt(refreshed.access_token).aal).toBe('aal2')
})

test('a code signs in once', async () => {
  const { factorId, secret } = await withFactor('replay@tune.test')
  auth.pass(30)
  const code = currentCode(secret)
  const first = (await signIn(auth, 'replay@tune.test')).body.access_token
  expect((await verify(first, factorId, code)).status).toBe(200)
  const second = (await signIn(auth, 'replay@tune.test')).body.access_token
  const answer = await verify(second, factorId, code)
  expect([answer.status, answer.body]).toEqual([
    422,
    { code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' },
  ])
})

test('the code that completed an enrolment signs nobody in', async () => {
  const email = 'enrolled@tune.test'
  const { factorId, secret } = await withFactor(email)
  const { access_token: bearer } = (await signIn(auth, email)).body
  expect((await verify(bearer, factorId, currentCode(secret))).status).toBe(422)
})

test('challenges expire, belong to an address, and work once', async () => {
  const { access_token: bearer } = await signedUp(auth, 'challenge@tune.test')
  const { id, totp } = (await enroll(bearer)).body
  const first = await challenge(bearer, id)
  expect((await verify(bearer, id, '', first)).body.message).toBe('Code needs to be non-empty')
  auth.client.address = '203.0.113.99'
  expect((await verify(bearer, id, currentCode(totp.secret), first)).body.code).toBe(
    'mfa_ip_address_mismatch',
  )
  auth.client.address = '203.0.113.7'
  auth.pass(301)
  expect((await verify(bearer, id, currentCode(totp.secret), first)).body).toEqual({
    code: 'mfa_challenge_expired',
    message: `MFA challenge ${first} has expired, verify against another challenge or create a new challenge.`,
  })
  const second = await challenge(bearer, id)
  const raised = (await verify(bearer, id, currentCode(totp.secret), second)).body.access_token
  auth.pass(30)
  const used = await verify(raised, id, currentCode(totp.secret), second)
  expect([used.status, used.body]).toEqual([
    422,
    { code: 'mfa_factor_not_found', message: 'MFA factor with the provided challenge ID not found' },
  ])
})

test('codes cannot be guessed', async () => {
  const { access_token: bearer } = await signedUp(auth, 'guess@tune.test')
  const { id, totp } = (await enroll(bearer)).body
  const wrong = currentCode(totp.secret) === '000000' ? '000001' : '000000'
  for (let attempt = 0; attempt < 5; attempt++) expect((await verify(bearer, id, wrong)).status).toBe(422)
  expect((await verify(bearer, id, currentCode(totp.secret))).status).toBe(429)
})

test.each(['global', 'others'])('a session that owes the factor ends no other (%s)', async (scope) => {
  const email = `${scope}-weak@tune.test`
  const { strong } = await withFactor(email)
  const weak = (await signIn(auth, email)).body.access_token
  auth.pass(61)
  await auth.ask('POST', '/recover', { body: { email } })
  const { linkToken } = auth.mailTo(email)
  expect((await auth.ask('POST', `/logout?scope=${scope}`, { bearer: weak })).status).toBe(204)
  expect((await auth.ask('GET', '/user', { bearer: strong })).status).toBe(200)
  expect((await auth.ask('GET', '/user', { bearer: weak })).status).toBe(scope === 'others' ? 200 : 403)
  // Nor does it take from the owner what was mailed to them.
  const body = { type: 'recovery', token_hash: linkToken?.tokenHash }
  expect((await auth.ask('POST', '/verify', { body })).status).toBe(200)
})

test('once a factor is verified, a session without it may not change the account', async () => {
  const { factorId, strong } = await withFactor('weak@tune.test')
  const weak = (await signIn(auth, 'weak@tune.test')).body.access_token
  const password = { bearer: weak, body: { password: 'a new password' } }
  const update = await auth.ask('PUT', '/user', password)
  expect([update.status, update.body.code]).toEqual([401, 'insufficient_aal'])
  const second = await enroll(weak)
  expect([second.status, second.body.message]).toEqual([403, 'AAL2 required to enroll a new factor'])
  const removal = await auth.ask('DELETE', `/factors/${factorId}`, { bearer: weak })
  expect([removal.status, removal.body.message]).toEqual([422, 'AAL2 required to unenroll verified factor'])
  expect((await auth.ask('PUT', '/user', { ...password, bearer: strong })).status).toBe(200)
})

test('without its factor a session is aal1 again', async () => {
  const { factorId, strong } = await withFactor('remove@tune.test')
  const answer = await auth.ask('DELETE', `/factors/${factorId}`, { bearer: strong })
  expect([answer.status, answer.body]).toEqual([200, { id: factorId }])
  const [session] = await auth.sql`
    select aal, factor_id from auth.sessions where id = ${String(decodeJwt(strong).session_id)}`
  expect(session).toEqual({ aal: 'aal1', factor_id: null })
})

test.each([
  [{ factor_type: 'phone' }, 422, 'MFA enroll is disabled for Phone'],
  [{ factor_type: 'webauthn' }, 422, 'MFA enroll is disabled for WebAuthn'],
  [{ factor_type: 'x' }, 400, 'factor_type needs to be totp, phone, or webauthn'],
])('enrolling %j is refused', async (body, status, message) => {
  await auth.sql`delete from auth.users where email = 'kinds@tune.test'`
  auth.pass(61)
  const { access_token: bearer } = await signedUp(auth, 'kinds@tune.test')
  const answer = await auth.ask('POST', '/factors', { bearer, body })
  expect([answer.status, answer.body.message]).toEqual([status, message])
})

test("another user's factor does not exist", async () => {
  const { factorId } = await withFactor('owner@tune.test')
  const { access_token: bearer } = await signedUp(auth, 'thief@tune.test')
  for (const [id, status] of [
    [factorId, 404],
    ['nonsense', 404],
  ]) {
    const answer = await auth.ask('POST', `/factors/${id}/challenge`, { bearer, body: {} })
    expect(answer.status).toBe(status)
  }
})

test('a factor has so many open challenges; the oldest gives way', async () => {
  const { access_token: bearer } = await signedUp(auth, 'challenger@tune.test')
  const enrolled = await auth.ask<{ id: string }>('POST', '/factors', {
    bearer,
    body: { factor_type: 'totp' },
  })
  const path = `/factors/${enrolled.body.id}/challenge`
  for (let count = 0; count <= BUDGET.challenges.limit; count++) {
    await auth.ask('POST', path, { bearer, body: {} })
    auth.pass(1)
  }
  const rows = await auth.sql`select from auth.mfa_challenges where factor_id = ${enrolled.body.id}`
  expect(rows).toHaveLength(BUDGET.challenges.limit)
})
