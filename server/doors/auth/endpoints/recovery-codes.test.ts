import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthFixture, createAuthFixture, signedUp, signIn, type Tokens } from '../testing/fixture.ts'
import { codeAt, stepAt } from '../totp.ts'

let auth: AuthFixture
beforeAll(async () => {
  auth = await createAuthFixture()
})
afterAll(() => auth.drop())

/** A user with a verified factor, in a session that has used it. */
async function withFactor(email: string): Promise<{ token: string; factorId: string; secret: string }> {
  const { access_token: bearer } = await signedUp(auth, email)
  const enrolled = await auth.ask<{ id: string; totp: { secret: string } }>('POST', '/factors', {
    bearer,
    body: { factor_type: 'totp' },
  })
  const { id: factorId, totp } = enrolled.body
  const challenge = await auth.ask<{ id: string }>('POST', `/factors/${factorId}/challenge`, {
    bearer,
    body: {},
  })
  const raised = await auth.ask<Tokens>('POST', `/factors/${factorId}/verify`, {
    bearer,
    body: { challenge_id: challenge.body.id, code: codeAt(totp.secret, stepAt(auth.time.now)) },
  })
  return { token: raised.body.access_token, factorId, secret: totp.secret }
}

async function codesOf(bearer: string): Promise<string[]> {
  const made = await auth.ask<{ codes: string[] }>('POST', '/recovery-codes', { bearer })
  expect(made.status).toBe(200)
  return made.body.codes
}

const levelOf = (tokens: Tokens) => JSON.parse(atob(tokens.access_token.split('.')[1] ?? '')).aal

test('ten codes, shown once, of which the database holds nothing readable', async () => {
  const { token } = await withFactor('codes@tune.test')
  const codes = await codesOf(token)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
  const kept = JSON.stringify(await auth.sql`select * from auth.recovery_codes`)
  for (const code of codes) expect(kept).not.toContain(code)
  expect((await auth.ask('GET', '/recovery-codes', { bearer: token })).body).toEqual({ unused: 10 })
  expect(auth.notices.at(-1)).toMatchObject({ kind: 'recovery_codes_made', to: 'codes@tune.test' })
})

test('a code raises a session once, however it is typed and however often it is sent at once', async () => {
  const email = 'lost@tune.test'
  const { token } = await withFactor(email)
  const [code = ''] = await codesOf(token)
  const bearer = (await signIn(auth, email)).body.access_token
  const send = () =>
    auth.ask<Tokens>('POST', '/recovery-codes/verify', {
      bearer,
      body: { code: ` ${code.toUpperCase().replace('-', ' ')}` },
    })
  const answers = await Promise.all([send(), send(), send()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  const raised = answers.find(({ status }) => status === 200)
  expect(raised && levelOf(raised.body)).toBe('aal2')
  expect(
    (await auth.ask('GET', '/recovery-codes', { bearer: raised?.body.access_token ?? '' })).body,
  ).toEqual({
    unused: 9,
  })
  expect(auth.notices.at(-1)).toMatchObject({ kind: 'recovery_code_used', data: { left: '9' } })
})

test("another person's code, and old codes, are wrong", async () => {
  const mine = await withFactor('mine@tune.test')
  const theirs = await withFactor('theirs@tune.test')
  const [foreign = ''] = await codesOf(theirs.token)
  const [old = ''] = await codesOf(mine.token)
  await codesOf(mine.token)
  const bearer = (await signIn(auth, 'mine@tune.test')).body.access_token
  for (const code of [foreign, old, 'nonsense']) {
    const answer = await auth.ask('POST', '/recovery-codes/verify', { bearer, body: { code } })
    expect([answer.status, answer.body.code]).toEqual([422, 'mfa_verification_failed'])
  }
})

test('guessing is stopped', async () => {
  const { token } = await withFactor('guessed@tune.test')
  const [right = ''] = await codesOf(token)
  const bearer = (await signIn(auth, 'guessed@tune.test')).body.access_token
  const guess = (code: string) => auth.ask('POST', '/recovery-codes/verify', { bearer, body: { code } })
  for (let i = 0; i < 15; i++) expect((await guess('wrong-wrong')).status).toBe(422)
  expect((await guess(right)).status).toBe(429)
})

test('only a session that used the factor makes codes, and they go with the last factor', async () => {
  const email = 'weak-session@tune.test'
  const { token, factorId } = await withFactor(email)
  await codesOf(token)
  const weak = (await signIn(auth, email)).body.access_token
  expect((await auth.ask('POST', '/recovery-codes', { bearer: weak })).body.code).toBe('insufficient_aal')
  await auth.ask('DELETE', `/factors/${factorId}`, { bearer: token })
  expect((await auth.ask('GET', '/recovery-codes', { bearer: token })).body).toEqual({ unused: 0 })
  expect((await auth.ask('POST', '/recovery-codes', { bearer: token })).status).toBe(422)
  expect(auth.notices.at(-1)).toMatchObject({ kind: 'factor_removed' })
})

test('a code of the app opens one session, not two', async () => {
  const email = 'replay@tune.test'
  const { factorId, secret } = await withFactor(email)
  auth.pass(60)
  const code = codeAt(secret, stepAt(auth.time.now))
  const statuses: number[] = []
  for (let i = 0; i < 2; i++) {
    const bearer = (await signIn(auth, email)).body.access_token
    const challenge = await auth.ask<{ id: string }>('POST', `/factors/${factorId}/challenge`, {
      bearer,
      body: {},
    })
    const body = { challenge_id: challenge.body.id, code }
    statuses.push((await auth.ask('POST', `/factors/${factorId}/verify`, { bearer, body })).status)
  }
  expect(statuses).toEqual([200, 422])
})
