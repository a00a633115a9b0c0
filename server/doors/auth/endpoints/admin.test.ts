import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type AuthFixture,
  anonKey,
  createAuthFixture,
  PASSWORD,
  SITE_URL,
  serviceKey,
  signedUp,
  signIn,
} from '../testing/fixture.ts'

let auth: AuthFixture
beforeAll(async () => {
  auth = await createAuthFixture()
})
afterAll(() => auth.drop())

type Body = { id: string; code: string; message: string; [field: string]: unknown }
const admin = (method: string, path: string, body?: object, headers = {}) =>
  auth.ask<Body>(method, path, { bearer: serviceKey, headers, ...(body ? { body } : {}) })

test('only the service key may come in', async () => {
  const { access_token } = await signedUp(auth, 'fan@tune.test')
  const refusal = async (bearer?: string) => {
    const { status, body } = await auth.ask('GET', '/admin/users', bearer ? { bearer } : {})
    return [status, body.code, body.message]
  }
  expect(await refusal()).toEqual([401, 'no_authorization', 'This endpoint requires a valid Bearer token'])
  expect(await refusal(anonKey)).toEqual([403, 'not_admin', 'User not allowed'])
  expect(await refusal(access_token)).toEqual([403, 'not_admin', 'User not allowed'])
})

test('an account that other data keeps is not deleted', async () => {
  const { body: user } = await admin('POST', '/admin/users', { email: 'kept@tune.test', email_confirm: true })
  await auth.sql`insert into users (uid, email) values (${user.id}, 'kept@tune.test')`
  const refused = await admin('DELETE', `/admin/users/${user.id}`)
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
  expect((await admin('GET', `/admin/users/${user.id}`)).status).toBe(200)
})

test('create, read, update, delete', async () => {
  const created = await admin('POST', '/admin/users', {
    email: 'Made@tune.test',
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { nickname: 'made' },
    app_metadata: { plan: 'free' },
  })
  expect(created.status).toBe(200)
  expect(created.body).toMatchObject({
    email: 'made@tune.test',
    email_confirmed_at: auth.time.now.toISOString(),
    user_metadata: { nickname: 'made', email_verified: true },
    app_metadata: { plan: 'free', provider: 'email' },
  })
  const path = `/admin/users/${created.body.id}`
  expect((await signIn(auth, 'made@tune.test')).status).toBe(200)
  expect((await admin('GET', path)).body.email).toBe('made@tune.test')

  const updated = await admin('PUT', path, {
    email: 'renamed@tune.test',
    password: 'another password',
    user_metadata: { nickname: null },
    app_metadata: { plan: 'paid' },
  })
  expect(updated.body).toMatchObject({ email: 'renamed@tune.test', app_metadata: { plan: 'paid' } })
  expect(updated.body.user_metadata).not.toHaveProperty('nickname')
  expect((await signIn(auth, 'renamed@tune.test', 'another password')).status).toBe(200)

  const removed = await admin('DELETE', path)
  expect([removed.status, removed.body]).toEqual([200, {}])
  expect((await admin('GET', path)).body).toEqual({ code: 'user_not_found', message: 'User not found' })
})

test('a ban ends sessions, and can be lifted', async () => {
  const { access_token: bearer, user } = await signedUp(auth, 'banned@tune.test')
  const banned = await admin('PUT', `/admin/users/${user.id}`, { ban_duration: '1h30m' })
  expect(banned.body.banned_until).toBe(new Date(auth.time.now.getTime() + 5_400_000).toISOString())
  expect((await auth.ask('GET', '/user', { bearer })).status).toBe(403)
  expect((await signIn(auth, 'banned@tune.test')).body).toMatchObject({ code: 'user_banned' })
  await admin('PUT', `/admin/users/${user.id}`, { ban_duration: 'none' })
  expect((await signIn(auth, 'banned@tune.test')).status).toBe(200)
})

test('a soft deletion keeps the id and forgets the person', async () => {
  const { user } = await signedUp(auth, 'soft@tune.test', { nickname: 'soft' })
  await admin('DELETE', `/admin/users/${user.id}`, { should_soft_delete: true })
  const [row] = await auth.sql`select * from auth.users where id = ${user.id}`
  expect(row).toMatchObject({ deleted_at: auth.time.now, encrypted_password: null, raw_user_meta_data: {} })
  expect(row?.email).not.toContain('soft')
  auth.pass(61)
  expect((await signedUp(auth, 'soft@tune.test')).user.id).not.toBe(user.id)
})

test('lists come in pages', async () => {
  const { total } = (await auth.sql`select count(*) as total from auth.users`)[0] as { total: number }
  const answer = await admin('GET', '/admin/users?page=1&per_page=2')
  expect(answer.body.aud).toBe('authenticated')
  expect(answer.body.users).toHaveLength(2)
  expect(answer.headers.get('x-total-count')).toBe(String(total))
  const address = 'http://localhost:3000/auth/v1/admin/users'
  const last = Math.ceil(total / 2)
  expect(answer.headers.get('link')).toBe(
    `<${address}?page=2&per_page=2>; rel="next", <${address}?page=${last}&per_page=2>; rel="last"`,
  )
  const end = await admin('GET', `/admin/users?page=${last}&per_page=2`)
  expect(end.headers.get('link')).toBe(`<${address}?page=${last}&per_page=2>; rel="last"`)
  expect((await admin('GET', '/admin/users?page=x')).body.message).toMatch(/^Bad Pagination Parameters: /)
})

test.each([
  ['GET', '/admin/users/nonsense', undefined, 404, 'user_id must be an UUID'],
  ['POST', '/admin/users', {}, 400, 'Cannot create a user without either an email or phone'],
  [
    'POST',
    '/admin/users',
    { email: 'fan@tune.test' },
    422,
    'A user with this email address has already been registered',
  ],
  [
    'POST',
    '/admin/users',
    { email: 'a@b.test', password: 'short' },
    422,
    'Password should be at least 8 characters.',
  ],
  ['POST', '/admin/users', { email: 'a@b.test', id: 'x' }, 400, 'ID must conform to the uuid v4 format'],
  [
    'POST',
    '/admin/users',
    { email: 'a@b.test', role: 'postgres' },
    400,
    'role must be authenticated or service_role',
  ],
  [
    'POST',
    '/admin/users',
    { email: 'a@b.test', ban_duration: 'soon' },
    400,
    'invalid format for ban duration: soon',
  ],
  [
    'POST',
    '/admin/users',
    { email: 'a@b.test', ban_duration: '9999999h'.repeat(200) },
    400,
    `invalid format for ban duration: ${'9999999h'.repeat(200)}`,
  ],
  [
    'POST',
    '/admin/users',
    { email: 'a@b.test', password_hash: '$2b$10$x' },
    400,
    'password_hash must be an argon2id hash in PHC format, or one of bcrypt',
  ],
  [
    'POST',
    '/admin/generate_link',
    { type: 'x', email: 'a@b.test' },
    400,
    'Invalid email action link type requested: x',
  ],
  [
    'POST',
    '/admin/generate_link',
    { type: 'recovery', email: 'no@b.test' },
    404,
    'User with this email not found',
  ],
  [
    'POST',
    '/invite',
    { email: 'fan@tune.test' },
    422,
    'A user with this email address has already been registered',
  ],
])('%s %s %j is refused', async (method, path, body, status, message) => {
  const answer = await admin(method, path, body)
  expect([answer.status, answer.body.message]).toEqual([status, message])
})

test('an invitation confirms and signs in', async () => {
  const answer = await admin('POST', '/invite', { email: 'guest@tune.test', data: { nickname: 'guest' } })
  expect(answer.body).toMatchObject({ invited_at: auth.time.now.toISOString() })
  const mail = auth.mailTo('guest@tune.test')
  expect(mail.kind).toBe('invite')
  const target = await auth.follow(mail.link ?? '')
  expect(new URLSearchParams(target.hash.slice(1)).get('type')).toBe('invite')
})

test.each(['signup', 'invite', 'magiclink', 'recovery'])('a generated link works: %s', async (type) => {
  const email = `${type}-link@tune.test`
  if (type === 'recovery' || type === 'magiclink') await signedUp(auth, email)
  const sent = auth.mails.length
  const headers = { redirect_to: `${SITE_URL}/next` }
  const { body } = await admin('POST', '/admin/generate_link', { type, email, password: PASSWORD }, headers)
  expect(body).toMatchObject({ email, verification_type: type, redirect_to: `${SITE_URL}/next` })
  expect(body.email_otp).toMatch(/^\d{6}$/)
  expect(new URL(String(body.action_link)).searchParams.get('token')).toBe(body.hashed_token)
  expect(auth.mails).toHaveLength(sent)
  const target = await auth.follow(String(body.action_link))
  expect([target.pathname, target.hash.slice(0, 13)]).toEqual(['/next', '#access_token'])
})

test('the two links of a change of address', async () => {
  const { user } = await signedUp(auth, 'old-link@tune.test')
  const generate = async (type: string) => {
    const wanted = { type, email: 'old-link@tune.test', new_email: 'new-link@tune.test' }
    return (await admin('POST', '/admin/generate_link', wanted)).body
  }
  const current = await generate('email_change_current')
  expect((await auth.follow(String(current.action_link))).hash).toContain('message=')
  const { action_link: link, hashed_token: hash } = await generate('email_change_new')
  expect((await auth.follow(String(link))).hash).toContain('account_password_needed')
  const body = { type: 'email_change', token_hash: hash, password: PASSWORD }
  expect((await auth.ask('POST', '/verify', { body })).body).toHaveProperty('access_token')
  expect((await admin('GET', `/admin/users/${user.id}`)).body.email).toBe('new-link@tune.test')
})

test('factors can be listed and removed', async () => {
  const { access_token: bearer, user } = await signedUp(auth, 'factors@tune.test')
  await auth.ask('POST', '/factors', { bearer, body: { factor_type: 'totp', friendly_name: 'lost' } })
  const path = `/admin/users/${user.id}/factors`
  const listed = (await admin('GET', path)).body as unknown as Body[]
  expect(listed).toMatchObject([{ friendly_name: 'lost', status: 'unverified' }])
  const named = await admin('PUT', `${path}/${listed[0]?.id}`, { friendly_name: 'old phone' })
  expect(named.body).toMatchObject({ id: listed[0]?.id, friendly_name: 'old phone' })
  expect((await admin('DELETE', `${path}/${listed[0]?.id}`)).body.friendly_name).toBe('old phone')
  expect((await admin('GET', path)).body).toEqual([])
})

test('a verified factor that an administrator removes is told of by mail', async () => {
  const { access_token: bearer, user } = await signedUp(auth, 'lost-phone@tune.test')
  const { body } = await auth.ask<{ id: string }>('POST', '/factors', {
    bearer,
    body: { factor_type: 'totp' },
  })
  await auth.sql`update auth.mfa_factors set status = 'verified' where id = ${body.id}`
  expect((await admin('DELETE', `/admin/users/${user.id}/factors/${body.id}`)).status).toBe(200)
  expect(auth.notices.at(-1)).toMatchObject({ kind: 'factor_removed', to: 'lost-phone@tune.test' })
})

test('a soft deletion happens once: what is left does not change again', async () => {
  const { user } = await signedUp(auth, 'leaver@tune.test')
  const remove = () => admin('DELETE', `/admin/users/${user.id}`, { should_soft_delete: true })
  const left = async () => (await admin('GET', `/admin/users/${user.id}`)).body
  expect((await remove()).status).toBe(200)
  const before = await left()
  expect(before.email).not.toContain('leaver')
  auth.pass(10)
  expect((await remove()).status).toBe(200)
  expect(await left()).toEqual(before)
})

// Of the password "test", at ten rounds, as every GoTrue makes them.
const BCRYPT = '$2y$10$SXEz2HeT8PUIGQXo9yeUIem8KzNxgG0d7o/.eGj2rj8KbRgAuRVlq'

test('an account brings its bcrypt hash along, which its next sign-in replaces', async () => {
  const given = { email: 'moved@tune.test', email_confirm: true, password_hash: BCRYPT }
  const { status, body: user } = await admin('POST', '/admin/users', given)
  expect(status).toBe(200)
  const stored = async () => {
    const [row] = await auth.sql`select encrypted_password from auth.users where id = ${user.id}`
    return row?.encrypted_password
  }
  expect((await signIn(auth, 'moved@tune.test', 'toast')).status).toBe(400)
  expect(await stored()).toBe(BCRYPT)
  expect((await signIn(auth, 'moved@tune.test', 'test')).status).toBe(200)
  expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await signIn(auth, 'moved@tune.test', 'test')).status).toBe(200)
})

test('a hash that would take for ever, and what is no hash, are refused by door and table', async () => {
  for (const hash of [BCRYPT.replace('$10$', '$31$'), `${BCRYPT}x`, '$2y$10$short']) {
    const given = { email: 'never@tune.test', password_hash: hash }
    expect((await admin('POST', '/admin/users', given)).body.code).toBe('validation_failed')
    const insert = auth.sql`insert into auth.users (encrypted_password) values (${hash})`
    await expect(insert).rejects.toMatchObject({ code: '23514' })
  }
})

test('an empty password is too short, where no password is none', async () => {
  const { body: user } = await admin('POST', '/admin/users', { email: 'nopass@tune.test' })
  const refused = await admin('PUT', `/admin/users/${user.id}`, { password: '' })
  expect([refused.status, refused.body.code]).toEqual([422, 'weak_password'])
  expect((await admin('PUT', `/admin/users/${user.id}`, { password: null })).status).toBe(200)
})
