/** Key pairs beside the shared secret: every door accepts what any of them signed, and nothing else. */
import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { type JWK, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { verifyAccessToken } from './access-token.ts'
import { readKeySet } from './token-keys.ts'

const SECRET = 'a-secret-of-more-than-thirty-two-bytes'
const NOW = 1_800_000_000
const SERVICE = { role: 'service_role', exp: NOW + 60 }

const PAIRS: Record<string, { privateKey: KeyObject }> = {
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: generateKeyPairSync('ed25519'),
}
const jwk = (alg: string, kid: string, ops: string[]) => ({
  ...(PAIRS[alg]?.privateKey.export({ format: 'jwk' }) as JWK),
  alg,
  kid,
  key_ops: ops,
})
const sign = (alg: string, kid: string, claims: Record<string, unknown> = SERVICE) =>
  new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(PAIRS[alg]?.privateKey as KeyObject)

describe.each(['RS256', 'ES256', 'EdDSA'])('a pair of %s', (alg) => {
  const keys = readKeySet(SECRET, [jwk(alg, 'old', ['verify']), jwk('ES256', 'new', ['sign', 'verify'])])

  test('verifies what it signed, beside a newer key and the secret', async () => {
    expect(verifyAccessToken(keys, await sign(alg, 'old'), NOW * 1000)).toMatchObject({ claims: SERVICE })
    const mac = new SignJWT(SERVICE).setProtectedHeader({ alg: 'HS256' })
    const token = await mac.sign(new TextEncoder().encode(SECRET))
    expect(verifyAccessToken(keys, token, NOW * 1000)).toMatchObject({ claims: SERVICE })
    expect(keys.signing).toMatchObject({ kid: 'new', alg: 'ES256' })
  })

  test('does not verify what was changed, nor what names no key', async () => {
    const [head, , signature] = (await sign(alg, 'old')).split('.')
    const forged = Buffer.from(JSON.stringify({ ...SERVICE, sub: 'x' })).toString('base64url')
    expect(verifyAccessToken(keys, `${head}.${forged}.${signature}`, NOW * 1000)).toEqual({
      fault: { kind: 'signature' },
    })
    const stranger = await sign(alg, 'stranger')
    expect(verifyAccessToken(keys, stranger, NOW * 1000)).toEqual({ fault: { kind: 'algorithm' } })
    expect(verifyAccessToken(SECRET, await sign(alg, 'old'), NOW * 1000)).toEqual({
      fault: { kind: 'algorithm' },
    })
  })

  test('is no secret: a token cannot choose HS256 with the public key', () => {
    const head = Buffer.from(JSON.stringify({ alg: 'HS256', kid: 'old' })).toString('base64url')
    const payload = Buffer.from(JSON.stringify(SERVICE)).toString('base64url')
    const publicKey = JSON.stringify(keys.published[0])
    const signature = createHmac('sha256', publicKey).update(`${head}.${payload}`).digest('base64url')
    expect(verifyAccessToken(keys, `${head}.${payload}.${signature}`, NOW * 1000).claims).toBeUndefined()
  })
})

test('what is published holds no private part, and no shared key', () => {
  const shared = { kty: 'oct', k: Buffer.from(SECRET).toString('base64url'), kid: 'mac', key_ops: ['verify'] }
  const { published } = readKeySet(SECRET, [
    shared,
    jwk('RS256', 'rsa', ['sign']),
    jwk('EdDSA', 'ed', ['verify']),
  ])
  expect(published.map((key) => Object.keys(key).sort())).toEqual([
    ['alg', 'e', 'key_ops', 'kid', 'kty', 'n', 'use'],
    ['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x'],
  ])
})

test('tokens without an end or for others are good only where the set says so', async () => {
  const pair = [jwk('ES256', 'k', ['sign'])]
  const [strict, lenient] = [readKeySet(SECRET, pair), readKeySet(SECRET, pair, { foreignTokens: true })]
  const person = { role: 'authenticated', sub: 'x' }
  for (const claims of [
    { role: 'service_role' },
    { ...person, aud: 'authenticated' },
    { ...person, exp: NOW + 60 },
    { ...person, exp: NOW + 60, aud: 'elsewhere' },
  ]) {
    const token = await sign('ES256', 'k', claims)
    expect(verifyAccessToken(strict, token, NOW * 1000)).toMatchObject({ fault: { kind: 'claims' } })
    expect(verifyAccessToken(lenient, token, NOW * 1000)).toHaveProperty('claims')
  }
  const ended = await sign('ES256', 'k', { ...person, exp: NOW })
  expect(verifyAccessToken(lenient, ended, NOW * 1000)).toMatchObject({ fault: { kind: 'expired' } })
})

test('another audience replaces the usual one', async () => {
  const keys = readKeySet(SECRET, [jwk('ES256', 'k', ['sign'])], { audience: 'api' })
  const person = (aud: string) => sign('ES256', 'k', { ...SERVICE, role: 'authenticated', aud })
  expect(verifyAccessToken(keys, await person('api'), NOW * 1000)).toHaveProperty('claims')
  expect(verifyAccessToken(keys, await person('authenticated'), NOW * 1000)).toHaveProperty('fault')
})

test.each([
  ['two that sign', [jwk('RS256', 'a', ['sign']), jwk('ES256', 'b', ['sign'])]],
  ['two of one name', [jwk('RS256', 'a', ['verify']), jwk('ES256', 'a', ['verify'])]],
  ['one without a name', [{ ...jwk('RS256', 'a', ['verify']), kid: '' }]],
  ['one of another algorithm', [{ ...jwk('RS256', 'a', ['verify']), alg: 'PS256' }]],
  ['a short shared key', [{ kty: 'oct', k: 'c2hvcnQ', kid: 'a' }]],
])('%s are refused', (_name, keys) => {
  expect(() => readKeySet(SECRET, keys)).toThrow()
})
