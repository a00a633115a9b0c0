/** The official, unchanged @supabase/supabase-js signs in with accounts held elsewhere, at a certified provider. */
import { createHash } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthNotice, createAuthDoor } from '#server/doors/auth/door.ts'
import type { IdentityProviders } from '#server/doors/auth/identity-provider.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { createIdentityProvider } from '#server/product/sign-in/identity-providers.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { type Emulators, startEmulators } from '#server/testing/emulators.ts'
import { type Harness, JWT_SECRET, startHarness } from './harness.ts'
import { Visitor } from './visitor.ts'

const PASSWORD = 'correct horse'

let database: TestDatabase
let harness: Harness
let outside: Emulators
const notices: AuthNotice[] = []
const codes: { to: string; code: string }[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  const identityProviders: IdentityProviders = {}
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
        codes.push(mail)
      },
      enqueueNotice: async (_tx, notice) => {
        notices.push(notice)
      },
      identityProviders,
      clientAddress,
      limits: { mailRequests: 1000, verifyRequests: 1000, tokenRequests: 1000 },
    }),
  }))
  outside = await startEmulators({ AUTH_CALLBACK_URL: `${harness.url}/auth/v1/callback` })
  for (const name of ['google', 'apple'] as const) {
    const issuer = `${outside.origin}/identity/${name}`
    const client = { issuer, clientId: name, clientSecret: `${name}-secret` }
    identityProviders[name] = createIdentityProvider(name, client)
  }
  const nobody = { issuer: 'http://127.0.0.1:1', clientId: 'facebook', clientSecret: 'none' }
  identityProviders.facebook = createIdentityProvider('facebook', nobody)
})
afterAll(async () => {
  await harness.close()
  await outside.close()
  await database.drop()
})

type Browser = { visitor: Visitor; client: SupabaseClient }

function browser(flowType: 'implicit' | 'pkce' = 'implicit'): Browser {
  const visitor = new Visitor()
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
  const client = createClient(harness.url, harness.anonKey, { auth, global: { fetch: visitor.fetch } })
  return { visitor, client }
}

const home = () => `${harness.url}/dashboard`

/** Goes to the provider and comes back with what the address holds. */
async function visit(
  { visitor, client }: Browser,
  choice: Parameters<Visitor['signIn']>[1],
  provider: 'google' | 'apple' = 'google',
): Promise<URL> {
  const options = { redirectTo: home(), skipBrowserRedirect: true }
  const { data, error } = await client.auth.signInWithOAuth({ provider, options })
  expect(error).toBeNull()
  return visitor.signIn(data.url ?? '', choice, harness.url)
}

async function take({ client }: Browser, landed: URL) {
  const handed = new URLSearchParams(landed.hash.slice(1))
  return client.auth.setSession({
    access_token: handed.get('access_token') ?? '',
    refresh_token: handed.get('refresh_token') ?? '',
  })
}

async function signedUp(email: string, confirmed = true): Promise<SupabaseClient> {
  const { client } = browser()
  await client.auth.signUp({ email, password: PASSWORD })
  const code = codes.findLast((mail) => mail.to === email)?.code ?? ''
  if (confirmed) await client.auth.verifyOtp({ type: 'email', email, token: code })
  return client
}

async function accounts(email: string): Promise<number> {
  const rows = await database.sql`select from auth.users where email = ${email}`
  return rows.length
}

test('settings say who vouches', async () => {
  const answer = await fetch(`${harness.url}/auth/v1/settings`, { headers: { apikey: harness.anonKey } })
  const { external } = (await answer.json()) as { external: Record<string, boolean> }
  expect([external.google, external.apple, external.github]).toEqual([true, true, false])
})

test('a stranger signs in with Google, and is the same person the next time', async () => {
  const first = browser()
  const landed = await visit(first, { email: 'nova@tune.test', name: 'Nova Ouvinte' })
  expect(`${landed.origin}${landed.pathname}`).toBe(home())
  const { data } = await take(first, landed)
  expect(data.user).toMatchObject({
    email: 'nova@tune.test',
    app_metadata: { provider: 'google', providers: ['google'] },
    user_metadata: { full_name: 'Nova Ouvinte', email_verified: true },
    identities: [{ provider: 'google' }],
  })
  expect(data.user?.user_metadata.avatar_url).toContain('/pictures/')
  const again = browser()
  expect((await take(again, await visit(again, { email: 'nova@tune.test' }))).data.user?.id).toBe(
    data.user?.id,
  )
})

test('under PKCE a code comes back, which works once and only with its verifier', async () => {
  const mine = browser('pkce')
  const landed = await visit(mine, { email: 'pkce@tune.test' })
  expect(landed.hash).toBe('')
  const code = landed.searchParams.get('code') ?? ''
  const thief = browser('pkce')
  await thief.client.auth.signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } })
  expect((await thief.client.auth.exchangeCodeForSession(code)).error?.code).toBe('bad_code_verifier')
  const { data, error } = await mine.client.auth.exchangeCodeForSession(code)
  expect(error).toBeNull()
  expect(data.user?.email).toBe('pkce@tune.test')
  const reused = await fetch(`${harness.url}/auth/v1/token?grant_type=pkce`, {
    method: 'POST',
    headers: { apikey: harness.anonKey },
    body: JSON.stringify({ auth_code: code, code_verifier: 'a'.repeat(43) }),
  })
  expect(reused.status).toBe(404)
})

test('Apple comes back with a form', async () => {
  const person = browser()
  const options = { redirectTo: home(), skipBrowserRedirect: true }
  const asked = await person.client.auth.signInWithOAuth({ provider: 'apple', options })
  const sent = await person.visitor.fetch(asked.data.url ?? '', { redirect: 'manual' })
  expect(new URL(sent.headers.get('location') ?? '').searchParams.get('response_mode')).toBe('form_post')
  const choice = { email: 'maca@tune.test', name: 'Maçã Ouvinte' }
  const { data } = await take(person, await visit(person, choice, 'apple'))
  expect(data.user?.identities).toMatchObject([{ provider: 'apple' }])
  // Its name stands in a field of that form, the first time alone.
  expect(data.user?.user_metadata).toMatchObject({ full_name: 'Maçã Ouvinte' })
  const again = browser()
  const later = await take(again, await visit(again, choice, 'apple'))
  expect(later.data.user?.user_metadata).toMatchObject({ full_name: 'Maçã Ouvinte' })
})

test('whoever changes their mind, or meets a failure, is told so at the address they came from', async () => {
  const landed = await visit(browser(), 'cancel')
  expect(landed.href.startsWith(home())).toBe(true)
  for (const said of [landed.searchParams, new URLSearchParams(landed.hash.slice(1))]) {
    expect([said.get('error'), said.get('error_code')]).toEqual(['access_denied', 'bad_oauth_callback'])
  }
  await fetch(`${outside.origin}/identity/_control/next`, {
    method: 'POST',
    body: JSON.stringify({ outcome: 'error' }),
  })
  const failed = await visit(browser(), 'cancel')
  expect(failed.searchParams.get('error')).toBe('server_error')
})

test('a verified address joins the account of that address, and its owner is told', async () => {
  await signedUp('joins@tune.test')
  const person = browser()
  const { data } = await take(person, await visit(person, { email: 'Joins@tune.test' }))
  expect(data.user?.identities?.map(({ provider }) => provider).sort()).toEqual(['email', 'google'])
  expect(data.user?.app_metadata.provider).toBe('email')
  expect(await accounts('joins@tune.test')).toBe(1)
  expect(notices.findLast(({ to }) => to === 'joins@tune.test')).toMatchObject({
    kind: 'identity_linked',
    data: { provider: 'google' },
  })
  const password = await browser().client.auth.signInWithPassword({
    email: 'joins@tune.test',
    password: PASSWORD,
  })
  expect(password.error).toBeNull()
})

test('an unverified address joins nothing and makes nothing', async () => {
  await signedUp('victim@tune.test')
  for (const email of ['victim@tune.test', 'nobody-yet@tune.test']) {
    const landed = await visit(browser(), { email, verified: false })
    expect(landed.searchParams.get('error_code')).toBe('provider_email_needs_verification')
    expect(landed.hash).not.toContain('access_token')
  }
  expect(await accounts('nobody-yet@tune.test')).toBe(0)
  expect(
    await database.sql`select from auth.identities where provider = 'google' and email = 'victim@tune.test'`,
  ).toHaveLength(0)
})

test('whoever registered an address that was not theirs is out once its owner comes', async () => {
  await signedUp('squatted@tune.test', false)
  const owner = browser()
  const { data } = await take(owner, await visit(owner, { email: 'squatted@tune.test' }))
  expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['google'])
  const squatter = await browser().client.auth.signInWithPassword({
    email: 'squatted@tune.test',
    password: PASSWORD,
  })
  expect(squatter.error?.message).toBe('Invalid login credentials')
})

test('a callback works once, and only in the browser that began', async () => {
  const person = browser()
  const { data } = await person.client.auth.signInWithOAuth({
    provider: 'google',
    options: { redirectTo: home(), skipBrowserRedirect: true },
  })
  const callback = await person.visitor.untilCallback(data.url ?? '', 'once@tune.test')
  const follow = async (visitor: Visitor) => {
    const answer = await visitor.fetch(callback, { redirect: 'manual' })
    return new URL(answer.headers.get('location') ?? '')
  }
  const elsewhere = await follow(new Visitor())
  expect([elsewhere.searchParams.get('error_code'), elsewhere.pathname]).toEqual(['bad_oauth_state', '/'])
  const landings = await Promise.all([follow(person.visitor), follow(person.visitor)])
  const outcomes = landings.map((landed) => landed.hash.includes('access_token'))
  expect(outcomes.sort()).toEqual([false, true])
  expect((await follow(person.visitor)).searchParams.get('error_code')).toBe('bad_oauth_state')
})

test('an answer to another nonce, or another verifier, is not accepted', async () => {
  for (const column of ['nonce', 'provider_verifier']) {
    const person = browser()
    const { data } = await person.client.auth.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: home(), skipBrowserRedirect: true },
    })
    const callback = await person.visitor.untilCallback(
      data.url ?? '',
      `${column.replace('_', '')}@tune.test`,
    )
    const state = new URL(callback).searchParams.get('state') ?? ''
    await database.sql`
      update auth.flow_state set ${database.sql(column)} = ${'x'.repeat(43)} where id = ${state}`
    const answer = await person.visitor.fetch(callback, { redirect: 'manual' })
    const landed = new URL(answer.headers.get('location') ?? '')
    expect([landed.searchParams.get('error'), landed.hash.includes('access_token')]).toEqual([
      'server_error',
      false,
    ])
  }
})

test('nobody is led to a foreign address', async () => {
  const person = browser()
  const { data } = await person.client.auth.signInWithOAuth({
    provider: 'google',
    options: { redirectTo: 'https://evil.example/steal', skipBrowserRedirect: true },
  })
  const landed = await person.visitor.signIn(data.url ?? '', { email: 'foreign@tune.test' }, harness.url)
  expect(landed.origin).toBe(harness.url)
  const forged = `${harness.url}/auth/v1/authorize?provider=google&state=mine&redirect_uri=https://evil.example`
  const sent = await person.visitor.fetch(forged, { redirect: 'manual' })
  const asked = new URL(sent.headers.get('location') ?? '').searchParams
  expect(asked.get('redirect_uri')).toBe(`${harness.url}/auth/v1/callback`)
  expect(asked.get('state')).not.toBe('mine')
})

test('linking and unlinking by hand; the last identity stays', async () => {
  const mine = browser()
  const { data: first } = await take(mine, await visit(mine, { email: 'links@tune.test' }))
  const link = await mine.client.auth.linkIdentity({
    provider: 'apple',
    options: { redirectTo: home(), skipBrowserRedirect: true },
  })
  expect(link.error).toBeNull()
  const sent = await mine.visitor.fetch(link.data?.url ?? '', { redirect: 'manual' })
  expect(sent.status).toBeLessThan(400)

  // Google again, with another address: the account keeps its own.
  const google = await mine.client.auth.linkIdentity({
    provider: 'google',
    options: { redirectTo: home(), skipBrowserRedirect: true },
  })
  const landed = await mine.visitor.signIn(google.data?.url ?? '', { email: 'other@tune.test' }, harness.url)
  expect(landed.hash).toContain('access_token')
  const identities = (await mine.client.auth.getUserIdentities()).data?.identities ?? []
  expect(identities).toHaveLength(2)
  expect((await mine.client.auth.getUser()).data.user?.email).toBe('links@tune.test')

  const thief = browser()
  await take(thief, await visit(thief, { email: 'thief@tune.test' }))
  const taken = await thief.client.auth.linkIdentity({
    provider: 'google',
    options: { redirectTo: home(), skipBrowserRedirect: true },
  })
  const refused = await thief.visitor.signIn(taken.data?.url ?? '', { email: 'other@tune.test' }, harness.url)
  expect(refused.searchParams.get('error_code')).toBe('identity_already_exists')

  const [one, two] = identities
  if (!one || !two) throw new Error('Two identities were expected.')
  const removals = await Promise.all([
    mine.client.auth.unlinkIdentity(one),
    mine.client.auth.unlinkIdentity(two),
  ])
  expect(removals.map(({ error }) => error?.code).filter(Boolean)).toEqual(['single_identity_not_deletable'])
  expect(first.user?.id).toBe((await mine.client.auth.getUser()).data.user?.id)
})

test('a provider that is away sends nobody to a dead end', async () => {
  const asked = new URLSearchParams({ provider: 'facebook', redirect_to: home() })
  const answer = await fetch(`${harness.url}/auth/v1/authorize?${asked}`, { redirect: 'manual' })
  const landed = new URL(answer.headers.get('location') ?? '')
  expect(landed.href.startsWith(home())).toBe(true)
  expect(landed.searchParams.get('error')).toBe('server_error')
})

test('a banned account stays out', async () => {
  const person = browser()
  await take(person, await visit(person, { email: 'banned@tune.test' }))
  await database.sql`update auth.users set banned_until = now() + interval '1 day' where email = 'banned@tune.test'`
  const landed = await visit(browser(), { email: 'banned@tune.test' })
  expect(landed.searchParams.get('error_code')).toBe('user_banned')
})

test('an ID token signs in with the nonce it was asked for with', async () => {
  const nonce = 'a nonce of the application'
  const hashed = createHash('sha256').update(nonce).digest('hex')
  const idToken = await idTokenFor('native@tune.test', hashed)
  const { auth } = browser().client
  const wrong = await auth.signInWithIdToken({ provider: 'google', token: idToken, nonce: 'another' })
  expect(wrong.error?.message).toBe('Nonces mismatch')
  const none = await auth.signInWithIdToken({ provider: 'google', token: idToken })
  expect(none.error?.message).toContain('should either both exist or not')
  const forged = await auth.signInWithIdToken({
    provider: 'google',
    token: `${idToken.slice(0, -8)}AAAAAAAA`,
    nonce,
  })
  expect(forged.error?.message).toBe('Bad ID token')
  const foreign = await auth.signInWithIdToken({ provider: 'apple', token: idToken, nonce })
  expect(foreign.error?.message).toMatch(/Bad ID token|Unacceptable audience/)
  const right = await auth.signInWithIdToken({ provider: 'google', token: idToken, nonce })
  expect(right.data.user?.email).toBe('native@tune.test')
})

/** What an application on a phone gets from the provider's own kit. */
async function idTokenFor(email: string, nonce: string): Promise<string> {
  const provider = `${outside.origin}/identity/google`
  const redirect = `${harness.url}/auth/v1/callback`
  const asked = new URLSearchParams({
    ...{ client_id: 'google', response_type: 'code', scope: 'openid email profile', state: 's', nonce },
    redirect_uri: redirect,
  })
  const callback = await new Visitor().untilCallback(`${provider}/auth?${asked}`, email)
  const answer = await fetch(`${provider}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ client_id: 'google', client_secret: 'google-secret', grant_type: 'authorization_code' },
      code: new URL(callback).searchParams.get('code') ?? '',
      redirect_uri: redirect,
    }),
  })
  return ((await answer.json()) as { id_token: string }).id_token
}
