/** A door on a database of its own, with a clock that tests move and an outbox they read. */
import { Writable } from 'node:stream'
import type { Hono } from 'hono'
import { pino } from 'pino'
import { createApiKey } from '#server/platform/http/api-keys.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { type AuthDoorOptions, type AuthMail, type AuthNotice, createAuthDoor } from '../door.ts'
import type { IdentityProvider } from '../identity-provider.ts'

const JWT_SECRET = 'a-secret-of-the-tests-with-at-least-32-bytes'
export const API_URL = 'http://localhost:3000/auth/v1'
export const SITE_URL = 'http://localhost:3000'
export const PASSWORD = 'correct horse'

export type Answer<T = Record<string, unknown>> = { status: number; headers: Headers; body: T }
type Options = { body?: unknown; bearer?: string; headers?: Record<string, string>; legacy?: boolean }

export type AuthFixture = Awaited<ReturnType<typeof createAuthFixture>>

export async function createAuthFixture(overrides: Partial<AuthDoorOptions> = {}) {
  const database = await createTestDatabase()
  const mails: AuthMail[] = []
  const notices: AuthNotice[] = []
  const logged: string[] = []
  const time = { now: new Date('2026-03-01T12:00:00Z') }
  const client = { address: '203.0.113.7' }
  const options: AuthDoorOptions = {
    sql: database.sql,
    clock: () => time.now,
    log: pino(
      new Writable({
        write(line, _encoding, done) {
          logged.push(String(line))
          done()
        },
      }),
    ),
    jwtSecret: JWT_SECRET,
    apiUrl: API_URL,
    siteUrl: SITE_URL,
    redirectAllowList: ['https://*.tune.test/**'],
    passwordMinLength: 8,
    enqueueMail: async (_tx, mail) => {
      mails.push(mail)
    },
    enqueueNotice: async (_tx, notice) => {
      notices.push(notice)
    },
    clientAddress: () => client.address,
    limits: { mailRequests: 1000, verifyRequests: 1000, tokenRequests: 1000, ...overrides.limits },
  }
  const app: Hono = createAuthDoor({ ...options, ...overrides, limits: options.limits ?? {} })

  /** Calls the door; `legacy` omits the API version, as clients before 2024 did. */
  async function ask<T = Record<string, unknown>>(
    method: string,
    path: string,
    { body, bearer, headers = {}, legacy }: Options = {},
  ): Promise<Answer<T>> {
    const response = await app.request(path, {
      method,
      headers: {
        ...(legacy ? {} : { 'X-Supabase-Api-Version': '2024-01-01' }),
        ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text }
  }

  return {
    ...database,
    app,
    options,
    ask,
    mails,
    notices,
    logged,
    time,
    client,
    /** The newest mail to `address`. */
    mailTo(address: string): AuthMail {
      const mail = mails.findLast((each) => each.to === address)
      if (!mail) throw new Error(`No mail to ${address}.`)
      return mail
    },
    /** Advances the clock by whole seconds. */
    pass(seconds: number) {
      time.now = new Date(time.now.getTime() + seconds * 1000)
    },
    /** Follows a mail's link, or any address of this door, and resolves with the redirect's target. */
    async follow(link: string): Promise<URL> {
      const answer = await ask('GET', link.slice(API_URL.length))
      return new URL(answer.headers.get('location') ?? '')
    },
  }
}

/** The fields of a token response that tests use. */
export type Tokens = {
  access_token: string
  refresh_token: string
  expires_at: number
  expires_in: number
  token_type: string
  user: { id: string; email: string; [field: string]: unknown }
}

/** Registers and confirms `email` with PASSWORD, and resolves with its first session. */
export async function signedUp(fixture: AuthFixture, email: string, data = {}): Promise<Tokens> {
  await fixture.ask('POST', '/signup', { body: { email, password: PASSWORD, data } })
  const body = { type: 'signup', email, token: fixture.mailTo(email).code }
  return (await fixture.ask<Tokens>('POST', '/verify', { body })).body
}

export async function signIn(fixture: AuthFixture, email: string, password = PASSWORD) {
  return fixture.ask<Tokens>('POST', '/token?grant_type=password', { body: { email, password } })
}

export const anonKey = createApiKey('anon', JWT_SECRET)
export const serviceKey = createApiKey('service_role', JWT_SECRET)

/** Vouches for whoever an ID token names: it is the person's id at the provider, and their address. */
export const google: IdentityProvider = {
  issuer: 'https://accounts.google.com',
  begin: () => Promise.reject(new Error('not used here')),
  finish: () => Promise.reject(new Error('not used here')),
  verify: async (idToken) => {
    const [id = '', email = ''] = idToken.split(' ')
    const person = { issuer: google.issuer, id, email, emailVerified: true, name: null, picture: null }
    return { person, nonce: null }
  },
}
