/** The official, unchanged @supabase/supabase-js signs up, in, on and out at our /auth/v1 door. */
import {
  AuthApiError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
  createClient,
  isAuthApiError,
  type SupabaseClient,
} from '@supabase/supabase-js'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthMail, createAuthDoor } from '#server/doors/auth/door.ts'
import { codeAt, stepAt } from '#server/doors/auth/totp.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { type Harness, JWT_SECRET, startHarness } from './harness.ts'

const PASSWORD = 'correct horse'

let database: TestDatabase
let harness: Harness
const mails: AuthMail[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  harness = await startHarness((url) => ({
    '/auth/v1': createAuthDoor({
      sql: database.sql,
      clock: () => new Date(),
      log: pino({ level: 'silent' }),
      jwtSecret: JWT_SECRET,
      apiUrl: `${url}/auth/v1`,
      siteUrl: url,
      redirectAllowList: [],
      passwordMinLength: 8,
      enqueueMail: async (_tx, mail) => {
        mails.push(mail)
      },
      enqueueNotice: async () => undefined,
      clientAddress,
      limits: { mailRequests: 1000, verifyRequests: 1000, tokenRequests: 1000 },
    }),
  }))
})
afterAll(async () => {
  await harness.close()
  await database.drop()
})

/** A browser of its own: sessions are kept in memory, nothing refreshes by itself. */
function browser(flowType: 'implicit' | 'pkce' = 'implicit', key = harness.anonKey): SupabaseClient {
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
  return createClient(harness.url, key, { auth })
}

function mailTo(address: string): AuthMail {
  const mail = mails.findLast((each) => each.to === address)
  if (!mail) throw new Error(`No mail to ${address}.`)
  return mail
}

/** Follows the link of the newest mail to `address`, as a tap on it would, up to the redirect. */
async function followMail(address: string): Promise<URL> {
  const response = await fetch(mailTo(address).link ?? '', { redirect: 'manual' })
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '')
}

async function signedUp(email: string): Promise<SupabaseClient> {
  const { auth } = browser()
  await auth.signUp({ email, password: PASSWORD })
  await auth.verifyOtp({ type: 'email', email, token: mailTo(email).code })
  const client = browser()
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  expect(error).toBeNull()
  return client
}

test('sign up, confirm by mail, sign in, refresh, update, sign out', async () => {
  const email = 'fan@tune.test'
  const { auth } = browser()

  const options = { data: { nickname: 'fan' }, captchaToken: 'nobody-looks-at-it' }
  const signUp = await auth.signUp({ email, password: PASSWORD, options })
  expect(signUp.error).toBeNull()
  expect(signUp.data.session).toBeNull()
  expect(signUp.data.user).toMatchObject({ email, identities: [{ provider: 'email' }] })

  const early = await auth.signInWithPassword({ email, password: PASSWORD })
  expect(early.error).toMatchObject({ name: 'AuthApiError', status: 400, message: 'Email not confirmed' })
  expect(early.error?.code).toBe('email_not_confirmed')

  const landed = new URLSearchParams((await followMail(email)).hash.slice(1))
  const arrived = await auth.setSession({
    access_token: landed.get('access_token') ?? '',
    refresh_token: landed.get('refresh_token') ?? '',
  })
  expect(arrived.error).toBeNull()
  expect(arrived.data.user?.email_confirmed_at).toBeDefined()

  const events: string[] = []
  const { data: listener } = auth.onAuthStateChange((event) => void events.push(event))
  const signIn = await auth.signInWithPassword({ email, password: PASSWORD })
  expect(signIn.error).toBeNull()
  expect(signIn.data.user?.user_metadata).toMatchObject({ nickname: 'fan', email_verified: true })

  const refreshed = await auth.refreshSession()
  expect(refreshed.error).toBeNull()
  expect(refreshed.data.session?.refresh_token).not.toBe(signIn.data.session?.refresh_token)

  const updated = await auth.updateUser({ data: { nickname: 'superfan' }, password: 'a new password' })
  expect(updated.error).toBeNull()
  expect(updated.data.user?.user_metadata.nickname).toBe('superfan')

  const claims = await auth.getClaims()
  expect(claims.data?.claims).toMatchObject({ email, role: 'authenticated', aal: 'aal1' })

  const session = refreshed.data.session
  expect((await auth.signOut()).error).toBeNull()
  expect((await auth.getSession()).data.session).toBeNull()
  listener.subscription.unsubscribe()
  expect(events.filter((event) => event !== 'INITIAL_SESSION')).toEqual([
    'SIGNED_IN',
    'TOKEN_REFRESHED',
    'USER_UPDATED',
    'SIGNED_OUT',
  ])
  const after = await auth.getUser(session?.access_token)
  expect(after.error).toBeInstanceOf(AuthSessionMissingError)
})

test('errors arrive with the names and texts that applications compare', async () => {
  const { auth } = await signedUp('errors@tune.test')
  const wrong = await auth.signInWithPassword({ email: 'errors@tune.test', password: 'wrong' })
  expect(wrong.error).toBeInstanceOf(AuthApiError)
  expect([wrong.error?.message, wrong.error?.code]).toEqual([
    'Invalid login credentials',
    'invalid_credentials',
  ])

  const weak = await auth.signUp({ email: 'weak@tune.test', password: 'short' })
  expect(weak.error).toBeInstanceOf(AuthWeakPasswordError)
  expect(weak.error).toMatchObject({ reasons: ['length'] })
  expect(weak.error?.message).toBe('Password should be at least 8 characters.')

  const same = await auth.updateUser({ password: PASSWORD })
  expect([same.error?.status, same.error?.code]).toEqual([422, 'same_password'])

  // Who has an account is not told; that a mail went out a moment ago is.
  const signUpAgain = () => auth.signUp({ email: 'errors@tune.test', password: PASSWORD })
  expect((await signUpAgain()).error).toBeNull()
  const taken = await signUpAgain()
  expect([taken.error?.status, taken.error?.code]).toEqual([429, 'over_email_send_rate_limit'])

  const reused = await browser().auth.refreshSession({ refresh_token: 'abcdefghijkl' })
  expect(isAuthApiError(reused.error) && reused.error.code).toBe('refresh_token_not_found')

  const sso = await browser().auth.signInWithSSO({ domain: 'tune.test' })
  expect([sso.error?.status, sso.error?.code]).toEqual([404, 'saml_provider_disabled'])
})

test('without a key, or with a wrong one, the gateway answers', async () => {
  const bare = await fetch(`${harness.url}/auth/v1/settings`)
  expect([bare.status, ((await bare.json()) as { message: string }).message]).toEqual([
    401,
    'No API key found in request',
  ])
  const { error } = await browser('implicit', 'wrong').auth.signInWithPassword({
    email: 'a@b.c',
    password: 'x',
  })
  expect([error?.status, error?.message]).toEqual([401, 'Invalid API key'])
})

test('recovery under PKCE', async () => {
  const email = 'recover@tune.test'
  await signedUp(email)
  const { auth } = browser('pkce')
  const events: string[] = []
  const { data: listener } = auth.onAuthStateChange((event) => void events.push(event))
  const asked = await auth.resetPasswordForEmail(email, { redirectTo: `${harness.url}/reset-password` })
  expect(asked.error).toBeNull()
  const target = await followMail(email)
  expect(target.pathname).toBe('/reset-password')
  const exchanged = await auth.exchangeCodeForSession(target.searchParams.get('code') ?? '')
  expect(exchanged.error).toBeNull()
  // The older client tells a recovery from other sign-ins only in the address that it came by.
  expect(events).toContain('PASSWORD_RECOVERY')
  listener.subscription.unsubscribe()
  expect((await auth.updateUser({ password: 'a new password' })).error).toBeNull()
  const again = await browser().auth.signInWithPassword({ email, password: 'a new password' })
  expect(again.error).toBeNull()
})

test('sign-in by mailed code, and mails that come too often', async () => {
  const email = 'otp@tune.test'
  const { auth } = browser()
  expect((await auth.signInWithOtp({ email })).error).toBeNull()
  const soon = await auth.signInWithOtp({ email })
  expect([soon.error?.status, soon.error?.code]).toEqual([429, 'over_email_send_rate_limit'])
  const verified = await auth.verifyOtp({ email, type: 'email', token: mailTo(email).code })
  expect(verified.data.session?.user.email).toBe(email)
  const used = await auth.verifyOtp({ email, type: 'email', token: mailTo(email).code })
  expect([used.error?.status, used.error?.code]).toEqual([403, 'otp_expired'])
})

test('signing out elsewhere', async () => {
  const here = await signedUp('scopes@tune.test')
  const there = browser()
  await there.auth.signInWithPassword({ email: 'scopes@tune.test', password: PASSWORD })
  expect((await here.auth.signOut({ scope: 'others' })).error).toBeNull()
  expect((await there.auth.getUser()).error).toBeInstanceOf(AuthSessionMissingError)
  expect((await here.auth.getUser()).error).toBeNull()
})

test('a second factor', async () => {
  const { auth } = await signedUp('totp@tune.test')
  const enrolled = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
  if (enrolled.error) throw enrolled.error
  const { id: factorId, totp } = enrolled.data
  expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
  const verified = await auth.mfa.challengeAndVerify({
    factorId,
    code: codeAt(totp.secret, stepAt(new Date())),
  })
  expect(verified.error).toBeNull()
  const level = await auth.mfa.getAuthenticatorAssuranceLevel()
  expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
  const listed = await auth.mfa.listFactors()
  expect(listed.data?.totp).toMatchObject([{ id: factorId, status: 'verified' }])
  expect((await auth.mfa.unenroll({ factorId })).error).toBeNull()
})

test('administration with the service key', async () => {
  const { admin } = browser('implicit', harness.serviceKey).auth
  const created = await admin.createUser({
    email: 'made@tune.test',
    password: PASSWORD,
    email_confirm: true,
  })
  const id = created.data.user?.id ?? ''
  expect(created.error).toBeNull()
  const page = await admin.listUsers({ page: 1, perPage: 1 })
  expect(page.data).toMatchObject({ users: [{ id }], nextPage: 2, aud: 'authenticated' })
  expect((await admin.getUserById(id)).data.user?.email).toBe('made@tune.test')
  const banned = await admin.updateUserById(id, { ban_duration: '24h' })
  expect(banned.error).toBeNull()
  const link = await admin.generateLink({ type: 'recovery', email: 'made@tune.test' })
  expect(link.data.properties).toMatchObject({ verification_type: 'recovery', redirect_to: harness.url })
  expect((await admin.inviteUserByEmail('guest@tune.test')).data.user?.invited_at).toBeDefined()
  expect((await admin.mfa.listFactors({ userId: id })).data?.factors).toEqual([])
  expect((await admin.deleteUser(id)).error).toBeNull()
  expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })

  const stranger = await browser().auth.admin.listUsers()
  expect(stranger.error).toMatchObject({ status: 403, code: 'not_admin' })
})
