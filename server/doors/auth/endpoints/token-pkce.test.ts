import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type AuthFixture,
  createAuthFixture,
  PASSWORD,
  SITE_URL,
  signedUp,
  type Tokens,
} from '../testing/fixture.ts'

let auth: AuthFixture
beforeAll(async () => {
  auth = await createAuthFixture()
})
afterAll(() => auth.drop())

/** RFC 7636, appendix B. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const S256 = {
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 's256',
}

async function beginRecovery(email: string, challenge: object = S256): Promise<string> {
  await signedUp(auth, email)
  await auth.ask('POST', '/recover', { body: { email, ...challenge } })
  const target = await auth.follow(auth.mailTo(email).link ?? '')
  expect(target.hash).toBe('')
  return target.searchParams.get('code') ?? ''
}

const exchange = (auth_code: string, code_verifier: string) =>
  auth.ask<Tokens & { code: string; message: string }>('POST', '/token?grant_type=pkce', {
    body: { auth_code, code_verifier },
  })

test.each([S256, { code_challenge: VERIFIER, code_challenge_method: 'PLAIN' }])('%j', async (challenge) => {
  const code = await beginRecovery(
    `fan-${challenge.code_challenge_method.toLowerCase()}@tune.test`,
    challenge,
  )
  const answer = await exchange(code, VERIFIER)
  expect(answer.status).toBe(200)
  expect(decodeJwt(answer.body.access_token).amr).toMatchObject([{ method: 'recovery' }])
  expect((await exchange(code, VERIFIER)).body).toEqual({
    code: 'flow_state_not_found',
    message: 'invalid flow state, no valid flow state found',
  })
})

test('a sign-up under PKCE ends in an exchange too', async () => {
  const email = 'new@tune.test'
  await auth.ask('POST', '/signup', { body: { email, password: PASSWORD, ...S256 } })
  const link = auth.mailTo(email).link ?? ''
  expect(new URL(link).searchParams.get('token')).toMatch(/^pkce_[0-9a-f]{56}$/)
  const target = await auth.follow(link)
  expect(target.origin).toBe(SITE_URL)
  const answer = await exchange(target.searchParams.get('code') ?? '', VERIFIER)
  expect(decodeJwt(answer.body.access_token).amr).toMatchObject([{ method: 'email/signup' }])
})

test('a failed link tells so in query and fragment', async () => {
  const target = await auth.follow('http://localhost:3000/auth/v1/verify?type=recovery&token=pkce_used')
  expect(target.searchParams.get('error_code')).toBe('otp_expired')
  expect(new URLSearchParams(target.hash.slice(1)).get('error_code')).toBe('otp_expired')
})

test('the wrong verifier is refused, and leaves the code to the right one', async () => {
  const code = await beginRecovery('wrong@tune.test')
  const answer = await exchange(code, `${VERIFIER}x`)
  expect([answer.status, answer.body]).toEqual([
    400,
    { code: 'bad_code_verifier', message: 'code challenge does not match previously saved code verifier' },
  ])
  expect((await exchange(code, VERIFIER)).status).toBe(200)
})

test('a code is good for five minutes', async () => {
  const code = await beginRecovery('slow@tune.test')
  auth.pass(301)
  const answer = await exchange(code, VERIFIER)
  expect([answer.status, answer.body]).toEqual([
    422,
    { code: 'flow_state_expired', message: 'invalid flow state, flow state has expired' },
  ])
})

test('before the link is followed there is no code', async () => {
  await auth.ask('POST', '/otp', { body: { email: 'early@tune.test', ...S256 } })
  const [flow] = await auth.sql`
    select auth_code from auth.flow_state f join auth.users u on u.id = f.user_id
    where u.email = 'early@tune.test'`
  expect((await exchange(flow?.auth_code, VERIFIER)).status).toBe(404)
})

test('both halves are needed', async () => {
  expect((await exchange('', VERIFIER)).body.message).toBe(
    'invalid request: both auth code and code verifier should be non-empty',
  )
})
