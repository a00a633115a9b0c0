/** The policy that a browser gets in production, beside what the card processor's guide asks for. */
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { PORTRAIT_HOSTS } from '#domain/portrait.ts'
import { readEnv } from '../../env.ts'
import { TEST_ENV } from '../../testing/market.ts'
import { securityHeaders } from './security-headers.ts'

async function headers(): Promise<Headers> {
  const env = readEnv({
    ...TEST_ENV,
    DATABASE_URL: 'postgres://x/y',
    PUBLIC_URL: 'https://tune.example',
    AUTH_GOOGLE_CLIENT_ID: 'a',
    AUTH_GOOGLE_CLIENT_SECRET: 'b',
    AUTH_FACEBOOK_CLIENT_ID: 'c',
    AUTH_FACEBOOK_CLIENT_SECRET: 'd',
  })
  const app = new Hono().use(securityHeaders(env)).get('/', (c) => c.text(''))
  return (await app.request('/')).headers
}

async function policy(): Promise<Map<string, string[]>> {
  const header = (await headers()).get('content-security-policy') ?? ''
  return new Map(
    header.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ')
      return [name, sources]
    }),
  )
}

/** docs.stripe.com/security/guide, "Content security policy". */
const STRIPE = {
  'connect-src': ['https://api.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
}

test.each(Object.entries(STRIPE))('%s has what the card processor loads', async (directive, sources) => {
  expect((await policy()).get(directive)).toEqual(expect.arrayContaining(sources))
})

test('the frames of the card processor may ask browsers’ wallets, which open windows', async () => {
  const sent = await headers()
  expect(sent.get('permissions-policy')).toContain(
    'payment=(self "https://js.stripe.com" "https://*.js.stripe.com" "https://hooks.stripe.com")',
  )
  expect(sent.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
})

test('nothing may be loaded from anywhere', async () => {
  const all = [...(await policy()).values()].flat()
  expect(all.filter((source) => ['*', 'https:', 'http:', "'unsafe-eval'"].includes(source))).toEqual([])
})

test('pictures come from the hosts of portraits by their whole names', async () => {
  const sources = (await policy()).get('img-src') ?? []
  const portraits = Object.values(PORTRAIT_HOSTS).flat()
  expect(sources).toEqual(expect.arrayContaining(portraits.map((host) => `https://${host}`)))
  expect(sources.filter((source) => source.includes('*'))).toEqual([])
})
