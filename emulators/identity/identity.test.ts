/** Three issuers with one-press login pages, whose keys and people survive a restart. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type RunningEmulator, startEmulator } from '../testing.ts'
import { createIdentity } from './identity.ts'

const CALLBACK = 'http://localhost:3000/auth/v1/callback'
const create = (place: { dataDir: string; publicUrl: string }) =>
  createIdentity({ ...place, redirectUris: [CALLBACK] })

let identity: RunningEmulator
beforeEach(async () => {
  identity = await startEmulator('/identity', create)
})
afterEach(() => identity.remove())

const get = async (path: string) => (await fetch(`${identity.origin}/identity${path}`)).json()

/** Opens the login page as a browser with its own cookies would; resolves with where it is or leads. */
async function open(vendor: string): Promise<{ html: string; location: string }> {
  const asked = new URLSearchParams({
    ...{ client_id: vendor, response_type: 'code', scope: 'openid email', state: 's', nonce: 'n' },
    redirect_uri: CALLBACK,
  })
  const cookies: string[] = []
  let at = `${identity.origin}/identity/${vendor}/auth?${asked}`
  for (let hops = 0; hops < 10; hops++) {
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie: cookies.join('; ') } })
    cookies.push(...answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? ''))
    const location = answer.headers.get('location')
    if (!location || location.startsWith(CALLBACK))
      return { html: await answer.text(), location: location ?? '' }
    at = new URL(location, at).href
  }
  throw new Error('Too many redirects')
}

it.each(['google', 'facebook', 'apple'])(
  '%s is an issuer of its own that asks every time',
  async (vendor) => {
    const found = (await get(`/${vendor}/.well-known/openid-configuration`)) as Record<string, unknown>
    expect(found.issuer).toBe(`${identity.origin}/identity/${vendor}`)
    for (let visit = 0; visit < 2; visit++) expect((await open(vendor)).html).toContain('Luiza Ouvinte')
  },
)

it('signs with the same keys after a restart', async () => {
  const before = await get('/google/jwks')
  await identity.stop()
  identity = await startEmulator('/identity', create, identity)
  expect(await get('/google/jwks')).toEqual(before)
})

it('refuses as scripted, once, and forgets on reset', async () => {
  const control = (path: string, body: unknown) =>
    fetch(`${identity.origin}/identity/_control/${path}`, { method: 'POST', body: JSON.stringify(body) })
  await control('next', { outcome: 'deny' })
  expect(new URL((await open('google')).location).searchParams.get('error')).toBe('access_denied')
  await control('next', { outcome: 'unverified' })
  expect((await open('google')).html).toContain('(not verified)')
  await control('reset', {})
  expect((await open('google')).html).not.toContain('(not verified)')
  expect((await control('next', { outcome: 'nonsense' })).status).toBe(400)
})
