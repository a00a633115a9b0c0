import { SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { bearerOf, sessionOf, verifyAccessToken, verifyPerson } from './access-token.ts'

const SECRET = 'a-secret-of-more-than-thirty-two-bytes'
const USER = 'c9a9fd59-9f7b-4a2c-8d3c-111111111111'
const SESSION = 'd0b1fd59-9f7b-4a2c-8d3c-222222222222'
const NOW = 1_800_000_000
const GOOD = { role: 'authenticated', aud: 'authenticated', sub: USER, session_id: SESSION, exp: NOW + 3600 }

function sign(claims: Record<string, unknown>, { secret = SECRET, header = {} } = {}): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...header })
    .sign(new TextEncoder().encode(secret))
}
const verify = (token: string) => verifyAccessToken(SECRET, token, NOW * 1000)
const judged = async (claims: Record<string, unknown>) => verify(await sign(claims))
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a good token', () => {
  test('gives its claims', async () => {
    expect(await judged(GOOD)).toEqual({ claims: GOOD })
    expect(await judged({ ...GOOD, aud: ['elsewhere', 'authenticated'] })).toMatchObject({
      claims: { sub: USER },
    })
    expect(await judged({ ...GOOD, nbf: NOW })).toMatchObject({ claims: { sub: USER } })
  })

  test('of the gateway has no audience, nor any subject', async () => {
    const key = { role: 'service_role', exp: NOW + 1 }
    expect(await judged(key)).toEqual({ claims: key })
  })
})

describe('a token is refused', () => {
  test('once it has ended, and by another key, though it was accepted before', async () => {
    const token = await sign(GOOD)
    for (let times = 0; times < 2; times++) expect(verify(token)).toEqual({ claims: GOOD })
    expect(verifyAccessToken('another-secret-of-more-than-32-bytes', token, NOW * 1000)).toEqual({
      fault: { kind: 'signature' },
    })
    expect(verifyAccessToken(SECRET, token, (NOW + 3605) * 1000)).toEqual({
      fault: { kind: 'expired', expiredFor: 5 },
    })
  })

  test('from the second of its end on, with no leeway', async () => {
    expect(await judged({ ...GOOD, exp: NOW + 1 })).toHaveProperty('claims')
    expect(await judged({ ...GOOD, exp: NOW })).toEqual({ fault: { kind: 'expired', expiredFor: 0 } })
    expect(await judged({ ...GOOD, exp: NOW - 20 })).toEqual({ fault: { kind: 'expired', expiredFor: 20 } })
  })

  test.each<[string, Record<string, unknown>, wrong: 'type' | 'value']>([
    ['without an end', { exp: undefined }, 'type'],
    ['whose end is no number', { exp: '9999999999' }, 'type'],
    ['before it begins', { nbf: NOW + 1 }, 'value'],
    ['whose beginning is no number', { nbf: 'now' }, 'type'],
    ['before it was issued', { iat: NOW + 60 }, 'value'],
    ['issued at no time', { iat: 'today' }, 'type'],
    ["that is a person's and meant for others", { aud: 'elsewhere' }, 'value'],
    ["that is a person's and meant for nobody", { aud: undefined }, 'value'],
    ['meant for what is no text', { aud: ['authenticated', 1] }, 'type'],
    ['whose subject is no text', { sub: 1 }, 'type'],
    ['whose role is no text', { role: ['authenticated'] }, 'type'],
  ])('%s', async (_name, bad, wrong) => {
    const claims = { ...GOOD, ...bad }
    // Written by hand: a library would not make such tokens.
    const payload = base64(claims)
    const [header] = (await sign(GOOD)).split('.')
    const { createHmac } = await import('node:crypto')
    const signature = createHmac('sha256', SECRET).update(`${header}.${payload}`).digest('base64url')
    const [claim] = Object.keys(bad)
    expect(verify(`${header}.${payload}.${signature}`)).toEqual({ fault: { kind: 'claims', claim, wrong } })
  })

  test('signed with another secret, changed, or with a signature of another length', async () => {
    const forged = { fault: { kind: 'signature' } }
    expect(verify(await sign(GOOD, { secret: `${SECRET}!` }))).toEqual(forged)
    const [header, , signature] = (await sign({ ...GOOD, role: 'anon' })).split('.')
    const payload = base64(GOOD)
    expect(verify(`${header}.${payload}.${signature}`)).toEqual(forged)
    expect(verify(`${header}.${payload}.${signature}AAAA`)).toEqual(forged)
    expect(verify(`${header}.${payload}.AA`)).toEqual(forged)
  })

  test('of another algorithm, or of none', async () => {
    const other = await sign(GOOD, { secret: SECRET.repeat(2), header: { alg: 'HS512' } })
    expect(verify(other)).toEqual({ fault: { kind: 'algorithm' } })
    expect(verify(`${new UnsecuredJWT(GOOD).encode()}AA`)).toEqual({ fault: { kind: 'algorithm' } })
    expect(verify(new UnsecuredJWT(GOOD).encode())).toEqual({ fault: { kind: 'malformed' } })
  })

  test('that asks for what we do not know', async () => {
    const [, payload, signature] = (await sign(GOOD)).split('.')
    const header = base64({ alg: 'HS256', crit: ['exp'] })
    expect(verify(`${header}.${payload}.${signature}`)).toEqual({ fault: { kind: 'malformed' } })
  })

  test.each(['', 'a', 'a.b', 'a.b.c', 'a.b.c.d', '..', `${base64([1])}.b.c`])('%j', (token) => {
    expect(verify(token)).toEqual({ fault: { kind: 'malformed' } })
  })
})

test('a header holds its token whatever the case of the scheme', () => {
  expect(bearerOf('Bearer a.b.c')).toBe('a.b.c')
  expect(bearerOf('bearer a.b.c')).toBe('a.b.c')
  for (const header of [undefined, '', 'Bearer', 'Bearer ', 'Basic eA==', 'a.b.c'])
    expect(bearerOf(header)).toBeNull()
})

test('a person is named by a good token of role authenticated alone', async () => {
  const ask = async (claims: Record<string, unknown>) =>
    verifyPerson(SECRET, `Bearer ${await sign({ ...claims, exp: Math.floor(Date.now() / 1000) + 60 })}`)
  expect(await ask(GOOD)).toMatchObject({ sub: USER, role: 'authenticated' })
  expect(await ask({ ...GOOD, role: 'service_role' })).toBeNull()
  expect(await ask({ ...GOOD, role: 'anon' })).toBeNull()
  expect(await ask({ ...GOOD, role: undefined })).toBeNull()
  expect(await ask({ ...GOOD, sub: undefined })).toBeNull()
  expect(await ask({ ...GOOD, aud: 'elsewhere' })).toBeNull()
  expect(verifyPerson(SECRET, undefined)).toBeNull()
  expect(verifyPerson(SECRET, 'Basic eA==')).toBeNull()
})

test('a token belongs to a session, or to none; never to something that cannot be one', () => {
  const claims = { ...GOOD, role: 'authenticated' as const }
  expect(sessionOf(claims)).toEqual({ id: SESSION, level: 'aal1' })
  expect(sessionOf({ ...claims, aal: 'aal2' })).toEqual({ id: SESSION, level: 'aal2' })
  expect(sessionOf({ ...claims, session_id: undefined } as never)).toEqual({ id: null, level: 'aal1' })
  expect(sessionOf({ ...claims, session_id: 's' })).toBeNull()
  expect(sessionOf({ ...claims, sub: 'ana' })).toBeNull()
})
