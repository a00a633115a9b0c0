/** "It was not me": whoever reads the account's mail takes back what would outlast a new password. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pruneAuth } from '../prune.ts'
import {
  type AuthFixture,
  createAuthFixture,
  google,
  PASSWORD,
  signedUp,
  signIn,
  type Tokens,
} from '../testing/fixture.ts'
import { codeAt, stepAt } from '../totp.ts'

const DEAD = [403, 'otp_expired']
const HOUR = 3600
/** Sessions here outlive what is tried. */
const ENDLESS = { sessionSeconds: null, sessionIdleSeconds: null }

let auth: AuthFixture
beforeAll(async () => {
  auth = await createAuthFixture({
    identityProviders: { google },
    requireCurrentPassword: true,
    limits: { ...ENDLESS, accessTokenSeconds: 100 * HOUR },
  })
})
afterAll(() => auth.drop())

const post = async <T = Record<string, unknown>>(path: string, body: object, bearer = '') =>
  auth.ask<T & { code?: string }>('POST', path, { body, ...(bearer && { bearer }) })
const undo = (token: unknown) => post<Tokens>('/undo', { token })
async function offered(token: unknown) {
  const { status, body } = await post('/undo/offered', { token })
  return status === 200 ? body : [status, body.code]
}
function tokenTo(email: string): string {
  const notice = auth.notices.findLast(({ to, undoToken }) => to === email && undoToken)
  expect(notice?.undoToken).toMatch(/^[\w-]{43}$/)
  return notice?.undoToken ?? ''
}

/** Enrols a factor, and resolves with the session that it has raised. */
async function enrol(bearer: string): Promise<Tokens> {
  type Enrolled = { id: string; totp: { secret: string } }
  const asked = { factor_type: 'totp', friendly_name: crypto.randomUUID() }
  const { id, totp } = (await post<Enrolled>('/factors', asked, bearer)).body
  const challenge = (await post<{ id: string }>(`/factors/${id}/challenge`, {}, bearer)).body.id
  const code = codeAt(totp.secret, stepAt(auth.time.now))
  return (await post<Tokens>(`/factors/${id}/verify`, { challenge_id: challenge, code }, bearer)).body
}

const factors = async (user: string) =>
  (await auth.sql`select id from auth.mfa_factors where user_id = ${user} order by created_at`).map(
    ({ id }) => id,
  )
const isOpen = async (bearer: string) => (await auth.ask('GET', '/user', { bearer })).status === 200

test('a factor that a thief added is taken back, signed out and in another browser, and all sessions end', async () => {
  const email = 'robbed@tune.test'
  const { user, access_token: own } = await signedUp(auth, email)
  const thief = await enrol((await signIn(auth, email)).body.access_token)
  // The owner is locked out: their session has ended, and the next one needs the factor.
  expect(await isOpen(own)).toBe(false)

  auth.pass(71 * HOUR)
  const token = tokenTo(email)
  auth.client.address = '198.51.100.77'
  expect(await offered(token)).toMatchObject({ kind: 'factor', provider: null })
  expect(await factors(user.id)).toHaveLength(1)
  const again = (await signIn(auth, email)).body
  const opened = await undo(token)
  expect(opened.status).toBe(200)
  expect(await factors(user.id)).toEqual([])
  for (const { access_token } of [thief, again]) expect(await isOpen(access_token)).toBe(false)
  const renewed = await post('/token?grant_type=refresh_token', { refresh_token: thief.refresh_token })
  expect(renewed.status).toBe(400)

  expect((await signIn(auth, email)).status).toBe(400)

  // It opens for a new password, as a recovery mail does.
  const bearer = opened.body.access_token
  const password = 'a password of their own'
  expect((await auth.ask('PUT', '/user', { bearer, body: { password } })).status).toBe(200)
  expect((await signIn(auth, email, password)).status).toBe(200)
  expect((await signIn(auth, email, PASSWORD)).status).toBe(400)
  expect(auth.notices.some(({ kind, to }) => kind === 'factor_removed' && to === email)).toBe(true)
})

test('a linked account is taken back, and leads nowhere any more; other ways in stay', async () => {
  const email = 'linked@tune.test'
  const { user, access_token: bearer } = await signedUp(auth, email)
  const mine = await enrol(bearer)
  const byGoogle = { provider: 'google', id_token: 'thief-1 thief@elsewhere.test' }
  const linked = await post(
    '/token?grant_type=id_token',
    { ...byGoogle, link_identity: true },
    mine.access_token,
  )
  expect(linked.status).toBe(200)
  const token = tokenTo(email)
  expect(await offered(token)).toMatchObject({ kind: 'identity', provider: 'google' })

  const opened = await undo(token)
  expect(opened.body.user).toMatchObject({
    id: user.id,
    app_metadata: { provider: 'email', providers: ['email'] },
  })
  // Exactly that: the owner's own factor is still due.
  expect(await factors(user.id)).toHaveLength(1)
  const body = { password: 'a password of their own' }
  const changed = await auth.ask('PUT', '/user', { bearer: opened.body.access_token, body })
  expect(changed.body.code).toBe('insufficient_aal')
  const arrived = await post<Tokens>('/token?grant_type=id_token', byGoogle)
  expect(arrived.body.user.id).not.toBe(user.id)
})

test('an account of a provider that joined by its address is taken back too', async () => {
  const email = 'joined@tune.test'
  const { user } = await signedUp(auth, email)
  await post('/token?grant_type=id_token', { provider: 'google', id_token: `joins-1 ${email}` })
  const opened = await undo(tokenTo(email))
  expect(opened.body.user).toMatchObject({ id: user.id, app_metadata: { providers: ['email'] } })
})

test('a link works once, for three days, and only as it was sent', async () => {
  const email = 'once@tune.test'
  const { user, access_token } = await signedUp(auth, email)
  await enrol(access_token)
  const token = tokenTo(email)
  const [stored] = await auth.sql`select token_hash from auth.undo_links where user_id = ${user.id}`
  expect(stored?.token_hash).not.toContain(token)
  for (const wrong of ['', `${token}x`, stored?.token_hash, crypto.randomUUID()])
    expect(await offered(wrong)).toEqual(DEAD)

  const twice = await Promise.all([undo(token), undo(token)])
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 403])
  expect(await offered(token)).toEqual(DEAD)

  const opened = twice.find(({ status }) => status === 200)
  await enrol(opened?.body.access_token ?? '')
  const late = tokenTo(email)
  auth.pass(72 * HOUR)
  expect(await offered(late)).toEqual(DEAD)
  expect((await undo(late)).status).toBe(403)
  expect(await factors(user.id)).toHaveLength(1)
  await pruneAuth(auth.sql, ENDLESS, auth.time.now)
  expect(await auth.sql`select from auth.undo_links`).toHaveLength(0)
})

test('what was removed meanwhile is no obstacle, and a new address ends the link', async () => {
  const email = 'moved@tune.test'
  const { user, access_token } = await signedUp(auth, email)
  const { access_token: bearer } = await enrol(access_token)
  const first = tokenTo(email)
  const [factor] = await factors(user.id)
  expect((await auth.ask('DELETE', `/factors/${factor}`, { bearer })).status).toBe(200)
  const opened = await undo(first)
  expect(opened.status).toBe(200)

  await enrol(opened.body.access_token)
  const second = tokenTo(email)
  await auth.sql`update auth.users set email = 'elsewhere@tune.test' where id = ${user.id}`
  expect(await offered(second)).toEqual(DEAD)
  expect((await undo(second)).status).toBe(403)
})

test('who reads the mail of a deactivated account does not open it', async () => {
  const email = 'closed@tune.test'
  const { user, access_token } = await signedUp(auth, email)
  await enrol(access_token)
  const token = tokenTo(email)
  await auth.sql`update auth.users set banned_until = ${new Date('2030-01-01')} where id = ${user.id}`
  expect((await undo(token)).body.code).toBe('user_banned')
})
