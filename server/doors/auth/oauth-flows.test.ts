/** The cookie that ties a visit to a provider to one browser. */
import { expect, onTestFinished, test } from 'vitest'
import type { IdentityProvider, VisitChecks } from './identity-provider.ts'
import { createAuthFixture } from './testing/fixture.ts'

const google: IdentityProvider = {
  issuer: 'https://accounts.google.test',
  begin: async (_back, { state }: VisitChecks) => `https://accounts.google.test/?state=${state}`,
  finish: async () => {
    throw new Error('the code is wrong')
  },
  verify: async () => ({ fault: 'not used here' }),
}

async function visit(apiUrl: string) {
  const auth = await createAuthFixture({ identityProviders: { google }, apiUrl })
  onTestFinished(() => auth.drop())
  const begun = await auth.ask('GET', '/authorize?provider=google')
  const [cookie = '', ...attributes] = (begun.headers.get('set-cookie') ?? '').split('; ')
  const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state')
  const back = (sent: string) =>
    auth.ask('GET', `/callback?state=${state}&code=x`, { headers: sent ? { cookie: sent } : {} })
  const location = async (sent: string) => (await back(sent)).headers.get('location')
  return { cookie, attributes, unknown: await location(''), known: await location(cookie) }
}

test('over TLS no other host can have set it, and it comes back from another site’s form', async () => {
  const { cookie, attributes, unknown, known } = await visit('https://tune.test/auth/v1')
  expect(cookie).toMatch(/^__Host-auth-visit-[0-9a-f-]{36}=/)
  expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=None']))
  expect(attributes.join()).not.toContain('Domain')
  // Without the cookie nobody is known; with it, only the provider's answer is wrong.
  expect(known).not.toBe(unknown)
})

test('without TLS it is for the callback alone, as a prefix would have no browser keep it', async () => {
  const { cookie, attributes } = await visit('http://localhost:3000/auth/v1')
  expect(cookie).toMatch(/^auth-visit-[0-9a-f-]{36}=/)
  expect(attributes).toEqual(expect.arrayContaining(['Path=/auth/v1/callback', 'HttpOnly', 'SameSite=Lax']))
})
