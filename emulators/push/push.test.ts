/** What a push service requires of senders, and how it refuses a message. */
import { createECDH, randomBytes } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type RunningEmulator, startEmulator } from '../testing.ts'
import { createPush } from './push.ts'
import { judgeVapid } from './vapid.ts'

let push: RunningEmulator
beforeAll(async () => {
  push = await startEmulator('/push', (place) => createPush(place))
})
afterAll(() => push.remove())

function newKey() {
  const ecdh = createECDH('prime256v1')
  const point = ecdh.generateKeys()
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const d = ecdh.getPrivateKey('base64url')
  return { k: point.toString('base64url'), jwk: { kty: 'EC', crv: 'P-256', x: part(1), y: part(33), d } }
}
type Key = ReturnType<typeof newKey>

async function control<Body>(path: string, body?: unknown): Promise<Body> {
  const answer = await fetch(`${push.origin}/push/_control${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  return (await answer.json()) as Body
}
const subscribe = async ({ k }: Key) =>
  (await control<{ endpoint: string }>('/subscribe', { applicationServerKey: k })).endpoint

async function vapid(key: Key, claims: { aud?: string; exp?: string; sub?: string } = {}) {
  const token = await new SignJWT({ sub: claims.sub ?? 'mailto:a@tune.test' })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(claims.aud ?? push.origin)
    .setExpirationTime(claims.exp ?? '1h')
    .sign(await importJWK(key.jwk, 'ES256'))
  return `vapid t=${token}, k=${key.k}`
}

async function send(endpoint: string, authorization: string, headers: Record<string, string | null> = {}) {
  const all = { authorization, ttl: '60', 'content-encoding': 'aes128gcm', ...headers }
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null)
  const answer = await fetch(endpoint, { method: 'POST', headers: given, body: randomBytes(100) })
  return answer.status
}

it('keeps a message until the browser comes, and the newest of a topic', async () => {
  const key = newKey()
  const endpoint = await subscribe(key)
  expect(await send(endpoint, await vapid(key), { topic: 'a', urgency: 'high' })).toBe(201)
  expect(await send(endpoint, await vapid(key), { topic: 'a', ttl: '5' })).toBe(201)
  expect(await send(endpoint, await vapid(key))).toBe(201)
  const kept = await control<object[]>(`/messages?endpoint=${encodeURIComponent(endpoint)}`)
  expect(kept).toMatchObject([
    { topic: 'a', ttl: 5, urgency: 'normal' },
    { topic: null, ttl: 60 },
  ])
})

it('takes nothing from a sender it cannot recognise', async () => {
  const [key, stranger] = [newKey(), newKey()]
  const endpoint = await subscribe(key)
  expect(await send(endpoint, 'Bearer x')).toBe(403)
  expect(await send(endpoint, await vapid(stranger))).toBe(403)
  expect(await send(endpoint, (await vapid(stranger)).replace(stranger.k, key.k))).toBe(403)
  expect(await send(endpoint, await vapid(key, { aud: 'https://elsewhere.test' }))).toBe(403)
  expect(await send(endpoint, await vapid(key, { exp: '2d' }))).toBe(403)
  expect(await send(endpoint, await vapid(key, { exp: '-1s' }))).toBe(403)
  expect(await send(endpoint, await vapid(key, { sub: 'nobody' }))).toBe(403)
})

/** RFC 8292, section 2.4. */
const PUBLISHED = {
  audience: 'https://push.example.net',
  hourBefore: (1_453_523_768 - 3600) * 1000,
  t:
    'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0' +
    '.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA',
  k: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
}

it('recognises the published sender, for as long as its token lives', async () => {
  const { audience, hourBefore, t, k } = PUBLISHED
  const judged = () => judgeVapid(`vapid t=${t}, k=${k}`, audience, k)
  expect(await judged()).toMatch(/^The token is not valid/)
  vi.useFakeTimers({ now: hourBefore, toFake: ['Date'] })
  try {
    expect(await judged()).toBeNull()
    const [head, claims] = t.split('.')
    const other = Buffer.from(JSON.stringify({ aud: audience, exp: 1_453_523_769, sub: 'mailto:a@b.c' }))
    const forged = t.replace(claims ?? '', other.toString('base64url'))
    expect(await judgeVapid(`vapid t=${forged}, k=${k}`, audience, k)).toMatch(/signature/)
    expect(Buffer.from(head ?? '', 'base64url').toString()).toBe('{"typ":"JWT","alg":"ES256"}')
  } finally {
    vi.useRealTimers()
  }
})

it('takes no message without its life, or in the clear, or too large', async () => {
  const key = newKey()
  const endpoint = await subscribe(key)
  const authorization = await vapid(key)
  expect(await send(endpoint, authorization, { ttl: null })).toBe(400)
  expect(await send(endpoint, authorization, { urgency: 'now' })).toBe(400)
  expect(await send(endpoint, authorization, { topic: 'a b' })).toBe(400)
  expect(await send(endpoint, authorization, { 'content-encoding': null })).toBe(415)
  const large = await fetch(endpoint, { method: 'POST', headers: { authorization }, body: randomBytes(5000) })
  expect(large.status).toBe(413)
})

it('can be busy, broken, or have lost the browser', async () => {
  const key = newKey()
  const endpoint = await subscribe(key)
  const authorization = await vapid(key)
  for (const [outcome, status] of [
    ['busy_429', 429],
    ['http_500', 500],
    ['gone_410', 410],
  ] as const) {
    await control('/next', { outcome })
    expect(await send(endpoint, authorization)).toBe(status)
  }
  expect(await send(endpoint, authorization)).toBe(404)
})
