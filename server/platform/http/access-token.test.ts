import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { createAccessTokenCheck } from './access-token.ts'

const SECRET = 'a-secret-of-more-than-thirty-two-bytes'
const USER = 'c9a9fd59-9f7b-4a2c-8d3c-111111111111'
const check = createAccessTokenCheck(SECRET)
const bearer = async (token: Promise<string> | string) => check(`Bearer ${await token}`)

function session(
  changes: { role?: string; exp?: string | number; secret?: string; aud?: string; sub?: string } = {},
) {
  const { role = 'authenticated', exp = '1h', secret = SECRET, aud = 'authenticated', sub = USER } = changes
  return new SignJWT({ role, session_id: 's' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(sub)
    .setAudience(aud)
    .setIssuedAt()
    .setExpirationTime(exp)
    .sign(new TextEncoder().encode(secret))
}

test('a token of a session says who is calling', async () => {
  expect(await bearer(session())).toMatchObject({ sub: USER, role: 'authenticated', session_id: 's' })
})

test('whatever is forged, expired, of another kind or malformed names nobody', async () => {
  expect(await bearer(session({ secret: `${SECRET}!` }))).toBeNull()
  expect(await bearer(session({ exp: Math.floor(Date.now() / 1000) - 1 }))).toBeNull()
  expect(await bearer(session({ role: 'service_role' }))).toBeNull()
  expect(await bearer(session({ aud: 'elsewhere' }))).toBeNull()
  const unsecured = new UnsecuredJWT({ role: 'authenticated' }).setSubject(USER).setAudience('authenticated')
  expect(await bearer(unsecured.setExpirationTime('1h').encode())).toBeNull()
  const otherAlgorithm = new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS512' })
    .setSubject(USER)
  expect(
    await bearer(
      otherAlgorithm
        .setAudience('authenticated')
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(SECRET.repeat(2))),
    ),
  ).toBeNull()
  for (const header of [
    undefined,
    '',
    'Bearer',
    'Bearer a.b',
    'Bearer a.b.c',
    'Bearer a.b.c.d',
    'Basic eA==',
  ])
    expect(check(header)).toBeNull()
})

test('a changed payload or a signature of another length is refused', async () => {
  const [header, , signature] = (await session()).split('.')
  const payload = Buffer.from(
    JSON.stringify({ sub: USER, role: 'authenticated', aud: 'authenticated', exp: 4e9 }),
  ).toString('base64url')
  expect(check(`Bearer ${header}.${payload}.${signature}`)).toBeNull()
  expect(check(`Bearer ${header}.${payload}.${signature}AAAA`)).toBeNull()
  expect(check(`Bearer ${header}.${payload}.AA`)).toBeNull()
})
