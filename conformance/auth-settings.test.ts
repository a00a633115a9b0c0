/** The official client at doors of several settings: each answers as GoTrue does with the same ones. */
import { generateKeyPairSync } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthDoorOptions, type AuthMail, createAuthDoor } from '#server/doors/auth/door.ts'
import { verifyPerson } from '#server/platform/http/access-token.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { readKeySet } from '#server/platform/http/token-keys.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { type Harness, JWT_SECRET, startHarness } from './harness.ts'

const PASSWORD = 'correct horse'
const DATA = { info: 'some info' }
const [FIRST, SECOND, THIRD] = ['15550000001', '15550000002', '15550000003']
const testCodes = { [FIRST as string]: '123456', [SECOND as string]: '234567', [THIRD as string]: '345678' }

let database: TestDatabase
const harnesses: Harness[] = []
const mails: AuthMail[] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  for (const harness of harnesses) await harness.close()
  await database.drop()
})

async function doorWith(options: Partial<AuthDoorOptions>): Promise<Harness> {
  const harness = await startHarness((url) => ({
    '/auth/v1': createAuthDoor({
      sql: database.sql,
      clock: () => new Date(),
      log: pino({ level: 'silent' }),
      jwtSecret: JWT_SECRET,
      apiUrl: `${url}/auth/v1`,
      siteUrl: url,
      redirectAllowList: [],
      passwordMinLength: 6,
      enqueueMail: async (_tx, mail) => {
        mails.push(mail)
      },
      enqueueNotice: async () => undefined,
      clientAddress,
      ...options,
      limits: {
        mailRequests: 1000,
        verifyRequests: 1000,
        tokenRequests: 1000,
        smsGapSeconds: 0,
        ...options.limits,
      },
    }),
  }))
  harnesses.push(harness)
  return harness
}

function browser({ url, anonKey }: Harness, key = anonKey, flowType: 'implicit' | 'pkce' = 'implicit') {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
  const auth = {
    flowType,
    storage,
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
  }
  return createClient(url, key, { auth })
}

describe('no proof of addresses is asked', () => {
  let harness: Harness
  let admin: SupabaseClient['auth']['admin']
  beforeAll(async () => {
    const settings = {
      emailAutoconfirm: true,
      phone: true,
      phoneAutoconfirm: true,
      anonymous: true,
      hideAccounts: false,
      testCodes,
    }
    const keys = readKeySet(JWT_SECRET, [], { foreignTokens: true })
    harness = await doorWith({ settings, keys, limits: { factors: 1 } })
    admin = browser(harness, harness.serviceKey).auth.admin
  })

  test('a sign-up opens a session, and a second one is told so', async () => {
    const { auth } = browser(harness)
    const given = { email: 'auto@tune.test', password: PASSWORD, options: { data: DATA } }
    const { data, error } = await auth.signUp(given)
    expect(error).toBeNull()
    expect(data.session).toMatchObject({ token_type: 'bearer', user: { email: 'auto@tune.test' } })
    expect(data.user).toMatchObject({ email_confirmed_at: expect.any(String), user_metadata: DATA })
    const again = await auth.signUp(given)
    expect(again.error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    })
    expect(again.data).toEqual({ user: null, session: null })
    expect((await auth.reauthenticate()).error).toBeNull()
    expect((await auth.linkIdentity({ provider: 'google' })).error?.code).toBe('manual_linking_disabled')
    const weak = await auth.signUp({ email: 'weak@tune.test', password: '123' })
    expect(weak.error?.message).toContain('Password should be at least 6 characters')
  })

  test('with PKCE too, and a code mails a sign-in to somebody new', async () => {
    const { auth } = browser(harness, harness.anonKey, 'pkce')
    const { data } = await auth.signUp({ email: 'pkce@tune.test', password: PASSWORD })
    expect(data.session?.user.email).toBe('pkce@tune.test')
    expect((await auth.signInWithOtp({ email: 'new@tune.test', options: { data: DATA } })).error).toBeNull()
    expect(mails.at(-1)).toMatchObject({ kind: 'magiclink', to: 'new@tune.test' })
  })

  test('a number signs up and in by password', async () => {
    const { auth } = browser(harness)
    const phone = '15551234567'
    expect((await auth.signUp({ phone: `+${phone}`, password: PASSWORD })).error).toBeNull()
    const { data, error } = await auth.signInWithPassword({ phone, password: PASSWORD })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      phone,
      email: '',
      phone_confirmed_at: expect.any(String),
      app_metadata: { provider: 'phone', providers: ['phone'] },
    })
    const bad = await auth.signUp({ phone: `${phone}-invalid`, password: PASSWORD })
    expect(bad.error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('a number signs in by code: its own, and no other number can be reached', async () => {
    const { auth } = browser(harness)
    const sent = await auth.signInWithOtp({ phone: FIRST as string })
    expect(sent).toMatchObject({ data: { messageId: 'test-otp' }, error: null })
    const wrong = await auth.verifyOtp({ phone: FIRST as string, token: '000000', type: 'sms' })
    expect(wrong.error).toMatchObject({ status: 403, message: 'Token has expired or is invalid' })
    const { data } = await auth.verifyOtp({ phone: FIRST as string, token: '123456', type: 'sms' })
    expect(data.user).toMatchObject({ phone: FIRST, phone_confirmed_at: expect.any(String) })
    expect((await auth.signInWithOtp({ phone: '15559999999' })).error?.code).toBe('sms_send_failed')
  })

  test('somebody without an address, who adds one', async () => {
    const { auth } = browser(harness)
    const { data, error } = await auth.signInAnonymously({ options: { data: DATA } })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ is_anonymous: true, email: '', identities: [], app_metadata: {} })
    expect(data.user?.user_metadata).toEqual(DATA)
    expect((await auth.updateUser({ password: PASSWORD })).error).toMatchObject({ status: 422 })
    expect((await auth.mfa.enroll({ factorType: 'totp' })).error?.status).toBe(403)
    const named = await auth.updateUser({ email: 'named@tune.test', password: PASSWORD })
    expect(named.data.user).toMatchObject({
      email: 'named@tune.test',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', identity_data: { email: 'named@tune.test', email_verified: true } }],
    })
    expect((await auth.signInWithPassword({ email: 'named@tune.test', password: PASSWORD })).error).toBeNull()
    const phone = (await auth.updateUser({ phone: '15557654321' })).data.user
    expect(phone).toMatchObject({ phone: '15557654321', app_metadata: { providers: ['email', 'phone'] } })
  })

  test('taken addresses are told of', async () => {
    const { auth } = browser(harness)
    await auth.signUp({ email: 'teller@tune.test', password: PASSWORD })
    await auth.signUp({ email: 'told@tune.test', password: PASSWORD })
    expect((await auth.updateUser({ email: 'teller@tune.test' })).error?.code).toBe('email_exists')
    const nobody = { email: 'nobody@tune.test', options: { shouldCreateUser: false } }
    expect((await auth.signInWithOtp(nobody)).error?.code).toBe('otp_disabled')
  })

  test('as many factors as the settings say', async () => {
    const { auth } = browser(harness)
    await auth.signUp({ email: 'factors@tune.test', password: PASSWORD })
    expect((await auth.mfa.enroll({ factorType: 'totp' })).error).toBeNull()
    expect((await auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('too_many_enrolled_mfa_factors')
    const phone = await auth.mfa.enroll({ factorType: 'phone', phone: '15551234567' })
    expect(phone.error?.code).toBe('mfa_phone_enroll_not_enabled')
  })

  test('an administrator makes an account as it is given', async () => {
    const id = 'c0ffee00-0000-4000-8000-000000000001'
    const user_metadata = { profile_image: 'https://avatars.test/1.jpg', long: 'x'.repeat(5000) }
    const given = {
      id,
      email: 'made@tune.test',
      password: PASSWORD,
      user_metadata,
      app_metadata: { roles: ['a'] },
    }
    const { data, error } = await admin.createUser(given)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      id,
      app_metadata: { provider: 'email', providers: ['email'], roles: ['a'] },
    })
    expect(data.user?.user_metadata).toEqual(user_metadata)
    expect(
      (await browser(harness).auth.signInWithPassword({ email: given.email, password: PASSWORD })).error
        ?.code,
    ).toBe('email_not_confirmed')
    const changed = await admin.updateUserById(id, {
      email: 'remade@tune.test',
      phone: '15550001111',
      email_confirm: true,
      user_metadata: { long: null, colour: 'yellow' },
    })
    expect(changed.data.user).toMatchObject({ email: 'remade@tune.test', phone: '15550001111' })
    expect(changed.data.user?.user_metadata).toEqual({
      profile_image: user_metadata.profile_image,
      colour: 'yellow',
      email_verified: true,
    })
    expect(changed.data.user?.identities?.map(({ provider }) => provider).sort()).toEqual(['email', 'phone'])
    const huge = await admin.createUser({ email: 'huge@tune.test', user_metadata: { x: 'x'.repeat(9000) } })
    expect(huge.error?.code).toBe('validation_failed')
    const twice = await admin.createUser({ ...given, email: 'other@tune.test' })
    expect(twice.error?.code).toBe('user_already_exists')
  })

  test('links are readable, and lead where they say', async () => {
    const redirectTo = `${harness.url}/welcome`
    const given = { type: 'signup' as const, email: 'link@tune.test', password: PASSWORD }
    const { data, error } = await admin.generateLink({ ...given, options: { data: DATA, redirectTo } })
    expect(error).toBeNull()
    expect(data.user?.user_metadata).toEqual(DATA)
    expect(data.properties).toMatchObject({ redirect_to: redirectTo, verification_type: 'signup' })
    expect(data.properties?.action_link).toContain(`redirect_to=${redirectTo}`)
    const { hashed_token: token_hash = '' } = data.properties ?? {}
    const signedIn = await browser(harness).auth.verifyOtp({ type: 'signup', token_hash })
    expect(signedIn.data.user?.email).toBe('link@tune.test')
  })

  test('a list in pages, and the trail', async () => {
    const { data } = await admin.listUsers({ page: 1, perPage: 2 })
    expect(data).toMatchObject({ nextPage: 2, aud: 'authenticated' })
    expect(data.users).toHaveLength(2)
    const headers = { apikey: harness.serviceKey, Authorization: `Bearer ${harness.serviceKey}` }
    const found = async (query: string) => {
      const answer = await fetch(`${harness.url}/auth/v1/admin/users?${query}`, { headers })
      const { users, code } = (await answer.json()) as { users?: { email: string }[]; code?: unknown }
      return users?.map(({ email }) => email) ?? code
    }
    const [one, other] = [`${crypto.randomUUID()}-f@tune.test`, `${crypto.randomUUID()}-f@tune.test`]
    await admin.createUser({ email: one, user_metadata: { full_name: `Ada ${one}` } })
    await admin.createUser({ email: other })
    expect(await found(`filter=${one.slice(3, 30)}`)).toEqual([one])
    expect(await found(`filter=${encodeURIComponent(`ADA ${one.slice(0, 20)}`)}`)).toEqual([one])
    expect(await found('filter=-f@tune.test')).toEqual([other, one])
    expect(await found('filter=-f@tune.test&sort=created_at%20asc')).toEqual([one, other])
    expect(await found('sort=email')).toBe(400)
    const trail = await fetch(`${harness.url}/auth/v1/admin/audit?query=action:user_signedup&per_page=1`, {
      headers,
    })
    expect(await trail.json()).toMatchObject([{ payload: { action: 'user_signedup' } }])
    expect(Number(trail.headers.get('x-total-count'))).toBeGreaterThan(1)
    const bad = await fetch(`${harness.url}/auth/v1/admin/audit?query=secret:x`, { headers })
    expect([bad.status, bad.headers.get('x-sb-error-code')]).toEqual([400, 'validation_failed'])
  })

  test('a service token without an end is accepted, because the set says so', async () => {
    const key = await new SignJWT({ role: 'supabase_admin', sub: '1234567890' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(JWT_SECRET))
    const headers = { apikey: harness.serviceKey, Authorization: `Bearer ${key}` }
    expect((await fetch(`${harness.url}/auth/v1/admin/users`, { headers })).status).toBe(200)
  })

  test('settings tell the truth', async () => {
    const settings = await (
      await fetch(`${harness.url}/auth/v1/settings`, { headers: { apikey: harness.anonKey } })
    ).json()
    expect(settings).toMatchObject({
      external: { anonymous_users: true, email: true, phone: true, google: false },
      disable_signup: false,
      mailer_autoconfirm: true,
      phone_autoconfirm: true,
    })
  })
})

describe('numbers are confirmed by code', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await doorWith({ settings: { phone: true, testCodes, hideAccounts: false } })
  })

  test('a sign-up waits for its code', async () => {
    const { auth } = browser(harness)
    const phone = SECOND as string
    const { data, error } = await auth.signUp({ phone, password: PASSWORD, options: { data: DATA } })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({
      phone,
      user_metadata: DATA,
      confirmation_sent_at: expect.any(String),
    })
    expect((await auth.signInWithPassword({ phone, password: PASSWORD })).error?.code).toBe(
      'phone_not_confirmed',
    )
    expect((await auth.resend({ type: 'sms', phone })).error).toBeNull()
    const verified = await auth.verifyOtp({ phone, token: '234567', type: 'sms' })
    expect(verified.data.session).not.toBeNull()
    expect(verified.data.user?.identities).toMatchObject([
      { provider: 'phone', identity_data: { phone_verified: true } },
    ])
  })

  test('a change of number waits for its code', async () => {
    const { auth } = browser(harness)
    await auth.signInWithOtp({ phone: FIRST as string })
    await auth.verifyOtp({ phone: FIRST as string, token: '123456', type: 'sms' })
    const asked = await auth.updateUser({ phone: THIRD as string })
    expect(asked.data.user).toMatchObject({ phone: FIRST, new_phone: THIRD })
    const changed = await auth.verifyOtp({ phone: THIRD as string, token: '345678', type: 'phone_change' })
    expect(changed.data.user).toMatchObject({ phone: THIRD })
    expect(changed.data.user).not.toHaveProperty('new_phone')
  })

  test('verification and repetition answer as GoTrue does', async () => {
    const { auth } = browser(harness)
    const phone = '15558887777'
    expect((await auth.resend({ type: 'phone_change', phone })).error).toBeNull()
    const wrong = await auth.verifyOtp({ phone, type: 'phone_change', token: '123456' })
    expect(wrong.error).toMatchObject({ status: 403, code: 'otp_expired' })
    const malformed = await auth.verifyOtp({ phone: `${phone}-x`, type: 'sms', token: '123456' })
    expect(malformed.error).toMatchObject({
      status: 400,
      message: 'Invalid phone number format (E.164 required)',
    })
    const { error } = await auth.signUp({ phone: '1555', password: 'a long password' })
    expect(error?.message).not.toMatch(/E\.164/)
    expect((await auth.signInAnonymously()).error?.message).toBe('Anonymous sign-ins are disabled')
  })

  test('messages go by text message alone', async () => {
    const { auth } = browser(harness)
    const options = { channel: 'whatsapp' as const }
    const { error } = await auth.signInWithOtp({ phone: FIRST as string, options })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(error?.message).toContain("supported values are 'sms' or 'whatsapp'")
  })

  test('a message within the gap is refused', async () => {
    const slow = await doorWith({ settings: { phone: true, testCodes }, limits: { smsGapSeconds: 60 } })
    const { auth } = browser(slow)
    await auth.signInWithOtp({ phone: THIRD as string })
    const { error } = await auth.signInWithOtp({ phone: THIRD as string })
    expect(error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' })
  })
})

test('where sign-up is closed, only those who have an account come in', async () => {
  const harness = await doorWith({ settings: { signUp: false, email: false, hideAccounts: false } })
  const { auth } = browser(harness)
  const given = { email: 'late@tune.test', password: PASSWORD }
  const { error } = await auth.signUp(given)
  expect(error).toMatchObject({ code: 'signup_disabled', message: 'Signups not allowed for this instance' })
  expect((await auth.signInWithPassword(given)).error?.code).toBe('email_provider_disabled')
  expect((await auth.signInWithPassword({ phone: '15550001111', password: PASSWORD })).error?.code).toBe(
    'phone_provider_disabled',
  )
  expect((await auth.resetPasswordForEmail(given.email)).error?.code).toBe('email_provider_disabled')
  const code = await auth.verifyOtp({ phone: '15558887777', token: '123456', type: 'sms' })
  expect(code.error).toMatchObject({ status: 403, message: 'Token has expired or is invalid' })
})

test('tokens last as long, and are meant for whom, the settings say', async () => {
  const keys = readKeySet(JWT_SECRET, [], { audience: 'api' })
  const harness = await doorWith({
    settings: { emailAutoconfirm: true },
    keys,
    limits: { accessTokenSeconds: 120 },
  })
  const { auth } = browser(harness)
  const { data } = await auth.signUp({ email: 'brief@tune.test', password: PASSWORD })
  expect(data.session?.expires_in).toBe(120)
  const { data: claims } = await auth.getClaims()
  expect(claims?.claims).toMatchObject({ aud: 'api', exp: data.session?.expires_at })
})

test('a change of address asks the new one alone where the settings say so', async () => {
  const harness = await doorWith({ settings: { secureEmailChange: false } })
  const { auth } = browser(harness)
  await auth.signUp({ email: 'single@tune.test', password: PASSWORD })
  await auth.verifyOtp({ email: 'single@tune.test', token: mails.at(-1)?.code ?? '', type: 'signup' })
  const before = mails.length
  await auth.updateUser({ email: 'single-new@tune.test' })
  expect(mails.slice(before).map(({ to }) => to)).toEqual(['single-new@tune.test'])
  const token = mails.at(-1)?.code ?? ''
  const { data } = await auth.verifyOtp({ email: 'single-new@tune.test', token, type: 'email_change' })
  expect(data.user?.email).toBe('single-new@tune.test')
})

describe('tokens signed by a key pair', () => {
  const pair = (kid: string, ops: string[]) => ({
    ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
    kid,
    alg: 'RS256',
    key_ops: ops,
  })

  test('the client verifies them by itself, and every door by the same keys', async () => {
    const [old, next] = [pair('old', ['sign', 'verify']), pair('next', ['verify'])]
    const keys = readKeySet(JWT_SECRET, [old, next])
    const harness = await doorWith({ settings: { emailAutoconfirm: true }, keys })
    const fetched: string[] = []
    const { auth } = createClient(harness.url, harness.anonKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: {
        fetch: (address, init) => {
          fetched.push(String(address))
          return fetch(address, init)
        },
      },
    })
    const { data } = await auth.signUp({ email: 'pair@tune.test', password: PASSWORD })
    const claims = await auth.getClaims()
    expect(claims.data).toMatchObject({
      header: { alg: 'RS256', kid: 'old' },
      claims: { email: 'pair@tune.test' },
    })
    expect(fetched.at(-1)).toBe(`${harness.url}/auth/v1/.well-known/jwks.json`)
    expect((await auth.getUser()).data.user?.email).toBe('pair@tune.test')
    // The gateway's keys are signed by the secret still.
    const users = await browser(harness, harness.serviceKey).auth.admin.listUsers()
    expect(users.error).toBeNull()
    // The next key signs now, and the old one verifies.
    const rotated = readKeySet(JWT_SECRET, [
      { ...old, key_ops: ['verify'] },
      { ...next, key_ops: ['sign'] },
    ])
    const authorization = `Bearer ${data.session?.access_token}`
    expect(verifyPerson(rotated, authorization)?.email).toBe('pair@tune.test')
    expect(verifyPerson(JWT_SECRET, authorization)).toBeNull()
  })
})
