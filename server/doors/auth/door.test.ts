import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthFixture, anonKey, createAuthFixture, serviceKey, signedUp } from './testing/fixture.ts'

let auth: AuthFixture
beforeAll(async () => {
  auth = await createAuthFixture()
})
afterAll(() => auth.drop())

test('health, settings and keys', async () => {
  expect((await auth.ask('GET', '/health')).body).toMatchObject({ name: 'GoTrue' })
  const settings = await auth.ask<{ external: Record<string, boolean> }>('GET', '/settings')
  expect(settings.body).toMatchObject({
    disable_signup: false,
    mailer_autoconfirm: false,
    saml_enabled: false,
  })
  expect(settings.body.external).toMatchObject({ email: true, phone: false, google: false, apple: false })
  const keys = await auth.ask('GET', '/.well-known/jwks.json')
  expect(keys.body).toEqual({ keys: [] })
  expect(keys.headers.get('cache-control')).toBe('public, max-age=600')
})

test('errors speak the dialect of the API version asked for', async () => {
  const now = await auth.ask('POST', '/token?grant_type=nonsense', { body: {} })
  expect(now.status).toBe(400)
  expect(now.body).toEqual({ code: 'invalid_credentials', message: 'unsupported_grant_type' })
  expect(now.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  expect(now.headers.get('x-sb-error-code')).toBe('invalid_credentials')

  const before = await auth.ask('POST', '/token?grant_type=nonsense', { body: {}, legacy: true })
  expect(before.body).toEqual({ code: 400, error_code: 'invalid_credentials', msg: 'unsupported_grant_type' })
  expect(before.headers.get('x-supabase-api-version')).toBeNull()
  expect(before.headers.get('x-sb-error-code')).toBe('invalid_credentials')
})

test('an unknown path is 404', async () => {
  expect((await auth.ask('GET', '/nowhere')).status).toBe(404)
})

test.each([
  ['not JSON', '{', 400, 'bad_json'],
  ['nothing', '', 400, 'bad_json'],
  ['a number for a string', '{"email":1}', 400, 'bad_json'],
  ['a NUL', '{"email":"a\\u0000@b.c"}', 400, 'bad_json'],
  ['half a surrogate pair', '{"data":{"name":"\\ud800"}}', 400, 'bad_json'],
  ['a hundred levels and more', `{"data":${'{"a":'.repeat(100)}1${'}'.repeat(101)}`, 400, 'bad_json'],
  ['thousands of levels', `{"data":${'['.repeat(25_000)}${']'.repeat(25_000)}}`, 400, 'bad_json'],
  ['more than 64 kilobytes', `{"email":"${'a'.repeat(64 * 1024)}"}`, 413, 'request_entity_too_large'],
])('a body of %s is refused', async (_, body, status, code) => {
  const headers = { 'Content-Length': String(body.length) }
  const answer = await auth.ask('POST', '/signup', { body, headers })
  expect([answer.status, answer.body.code]).toEqual([status, code])
})

test('a body whose sender hangs up in the middle is refused, and is no fault of ours', async () => {
  const body = new ReadableStream({ start: (stream) => stream.error(new Error('aborted')) })
  const headers = { 'content-length': '50' }
  const answer = await auth.app.request('/signup', {
    method: 'POST',
    body,
    headers,
    duplex: 'half',
  } as RequestInit)
  expect(answer.status).toBe(400)
  expect(auth.logged.join()).not.toContain('aborted')
})

test('a provider that is none is called what the request calls its issuer', async () => {
  const body = { provider: 'constructor', id_token: 'x', issuer: 'https://elsewhere.test' }
  const answer = await auth.ask('POST', '/token?grant_type=id_token', { body })
  expect(answer.body).toEqual({
    code: 'provider_disabled',
    message: 'Provider (issuer "https://elsewhere.test") is not enabled',
  })
})

test('null counts as absent', async () => {
  const body = { email: 'null@tune.test', code_challenge: null, code_challenge_method: null }
  expect((await auth.ask('POST', '/recover', { body })).body).toEqual({})
})

test('a bearer must be good', async () => {
  const { access_token: token, user } = await signedUp(auth, 'bearer@tune.test')
  const refused = async (bearer?: string) => {
    const { status, body } = await auth.ask('GET', '/user', bearer ? { bearer } : {})
    return [status, body.code, body.message]
  }
  expect(await refused()).toEqual([401, 'no_authorization', 'This endpoint requires a valid Bearer token'])
  expect(await refused('nonsense')).toEqual([
    403,
    'bad_jwt',
    'invalid JWT: unable to parse or verify signature, token is malformed: token contains an invalid number of segments',
  ])
  expect(await refused(`${token.slice(0, -4)}AAAA`)).toEqual([
    403,
    'bad_jwt',
    'invalid JWT: unable to parse or verify signature, token signature is invalid: signature is invalid',
  ])
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`
  expect((await refused(unsigned)).slice(0, 2)).toEqual([403, 'bad_jwt'])
  expect(await refused(anonKey)).toEqual([403, 'bad_jwt', 'invalid claim: missing sub claim'])

  await auth.sql`update auth.users set banned_until = ${new Date('2030-01-01')} where id = ${user.id}`
  expect(await refused(token)).toEqual([403, 'user_banned', 'User is banned'])
  await auth.sql`delete from auth.sessions where user_id = ${user.id}`
  expect(await refused(token)).toEqual([
    403,
    'session_not_found',
    'Session from session_id claim in JWT does not exist',
  ])
  await auth.sql`delete from auth.users where id = ${user.id}`
  expect(await refused(token)).toEqual([403, 'user_not_found', 'User from sub claim in JWT does not exist'])
  auth.pass(3601)
  expect(await refused(token)).toEqual([
    403,
    'bad_jwt',
    'invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired',
  ])
})

test('what is switched off answers as GoTrue does', async () => {
  const refusal = async (method: string, path: string, options = {}) => {
    const { status, body } = await auth.ask(method, path, options)
    return [status, body.code ?? body.error, body.message ?? body.error_description]
  }
  for (const path of ['/passkeys', '/passkeys/authentication/options']) {
    expect(await refusal('POST', path)).toEqual([404, 'passkey_disabled', 'Passkeys are disabled'])
  }
  expect((await refusal('GET', '/sso/saml/metadata'))[1]).toBe('saml_provider_disabled')
  expect((await refusal('GET', '/admin/sso/providers'))[1]).toBe('no_authorization')
  expect((await refusal('GET', '/admin/sso/providers', { bearer: serviceKey }))[1]).toBe(
    'saml_provider_disabled',
  )
  expect(await refusal('POST', '/sso', { body: { domain: 'tune.test' } })).toEqual([
    404,
    'saml_provider_disabled',
    'SAML 2.0 is disabled',
  ])
  expect(await refusal('GET', '/authorize?provider=google')).toEqual([
    400,
    'validation_failed',
    'Unsupported provider: provider is not enabled',
  ])
  expect(await refusal('GET', '/authorize?provider=x')).toEqual([
    400,
    'validation_failed',
    'Unsupported provider: Provider x could not be found',
  ])
  const body = { provider: 'google', id_token: 'x' }
  expect(await refusal('POST', '/token?grant_type=id_token', { body })).toEqual([
    400,
    'provider_disabled',
    'Provider (issuer "https://accounts.google.com") is not enabled',
  ])
  expect(await refusal('POST', '/token?grant_type=id_token', { body: {} })).toEqual([
    400,
    'invalid request',
    'id_token required',
  ])
  const lost = await auth.ask('GET', '/callback?state=forged')
  expect(lost.status).toBe(303)
  expect(lost.headers.get('location')).toMatch(
    /^http:\/\/localhost:3000\?error=invalid_request&error_code=bad_oauth_state&.*#error=invalid_request&/,
  )
  const { access_token: bearer } = await signedUp(auth, 'linker@tune.test')
  expect(await refusal('GET', '/user/identities/authorize?provider=google', { bearer })).toEqual([
    404,
    'manual_linking_disabled',
    'Manual linking is disabled',
  ])
})

test('a database that is away answers 503, which clients retry', async () => {
  const broken = await createAuthFixture()
  await broken.drop()
  const answer = await broken.ask('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: 'a'.repeat(64) },
  })
  expect(answer.status).toBe(503)
  expect(broken.logged).toHaveLength(1)
})
