/** Tokens of signed addresses: ours, and where the door stands alone those of the original. */
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { readKeySet } from '../../platform/http/token-keys.ts'
import { readGrant, signGrant } from './tokens.ts'

const SECRET = 'a-secret-of-more-than-thirty-two-bytes'
const ALONE = readKeySet(SECRET, [], { foreignTokens: true })
const URL = 'photos/a.png'

const foreign = (claims: Record<string, unknown>, end = '1h', secret = SECRET) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(end)
    .sign(new TextEncoder().encode(secret))

test.each([SECRET, ALONE])('ours open what they were signed for, and nothing else', (keys) => {
  const token = signGrant(keys, { scope: 'download', url: URL }, 60)
  expect(readGrant(keys, token, 'download', URL)).toMatchObject({ url: URL })
  expect(() => readGrant(keys, token, 'upload', URL)).toThrow('Token is not scoped for upload')
  expect(() => readGrant(keys, token, 'download', 'photos/b.png')).toThrow()
})

test('the original’s are signed with the secret itself, and good only where the installation says so', async () => {
  const [read, upload] = [
    await foreign({ url: URL }),
    await foreign({ url: URL, owner: 'ana', upsert: true }),
  ]
  expect(readGrant(ALONE, read, 'download', URL)).toMatchObject({ url: URL })
  expect(readGrant(ALONE, upload, 'upload', URL)).toMatchObject({ owner: 'ana', upsert: true })
  for (const [token, scope] of [
    [read, 'upload'],
    [upload, 'download'],
    [await foreign({ url: 'photos/b.png' }), 'download'],
    [await foreign({ url: URL }, '-1s'), 'download'],
    [await foreign({ url: URL }, '1h', `${SECRET}!`), 'download'],
    // A session opens no address.
    [await foreign({ role: 'authenticated', sub: 'ana', aud: 'authenticated' }), 'download'],
  ] as const)
    expect(() => readGrant(ALONE, token, scope, URL)).toThrow()
  expect(() => readGrant(SECRET, read, 'download', URL)).toThrow('signature verification failed')
})
