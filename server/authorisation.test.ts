/**
 * One person, four ways to ask: the product API, tables, row changes and topics, and files. Each has code of its own that
 * decides; here all are asked the same about the same, and have to say the same.
 */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StaffRole } from '#domain/role.ts'
import { createApp } from './app.ts'
import { describeTable, maySee } from './doors/realtime/authorize.ts'
import { checkToken } from './doors/realtime/claims.ts'
import { createApiKey } from './platform/http/api-keys.ts'
import { createAccountCheck, mayWatchTopics } from './product/api/check-account.ts'
import { createMarket, type Market, type TestFan } from './testing/market.ts'

let market: Market
let app: ReturnType<typeof createApp>
let owner: TestFan
beforeAll(async () => {
  market = await createMarket({ env: { ADMIN_SECOND_FACTOR: 'required' } })
  await market.sql`
    insert into storage.buckets (id, name, public) values ('images', 'images', true) on conflict do nothing`
  app = createApp(market.ctx)
  owner = await market.newFan(5000)
  await noticeFor(owner.uid)
})
afterAll(() => market.close())

const noticeFor = (uid: string) =>
  market.sql`insert into notifications (user_id, kind, data) values (${uid}, 'outbid', '{}')`

type Caller = { uid: string; token: string | null }

async function inSession(fan: TestFan, aal: 'aal1' | 'aal2' = 'aal1'): Promise<Caller> {
  const [session] = await market.sql<{ id: string }[]>`
    insert into auth.sessions (user_id, aal) values (${fan.uid}, ${aal}::auth.aal_level) returning id`
  const claims = { session_id: session?.id, aal }
  return { uid: fan.uid, token: await market.sessionToken(fan.uid, claims) }
}
const addFactor = ({ uid }: TestFan) =>
  market.sql`
    insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret)
    values (${uid}, 'phone', 'totp', 'verified', 'secret')`

/** A caller whose own things exist, in a session that is good until `spoil` has been at it. */
async function callerWith(
  facts: { role?: StaffRole; aal?: 'aal1' | 'aal2' },
  spoil: (fan: TestFan) => unknown = () => undefined,
): Promise<Caller> {
  const fan = await market.newFan(5000)
  if (facts.role) await market.sql`update users set role = ${facts.role} where uid = ${fan.uid}`
  await noticeFor(fan.uid)
  const caller = await inSession(fan, facts.aal)
  await spoil(fan)
  return caller
}

const CALLERS: Record<string, () => Promise<Caller>> = {
  anonymous: async () => ({ uid: crypto.randomUUID(), token: null }),
  'with an incomplete profile': () =>
    callerWith({}, ({ uid }) => market.sql`update users set is_complete_profile = false where uid = ${uid}`),
  deactivated: () =>
    callerWith({}, ({ uid }) => market.sql`update users set is_active = false where uid = ${uid}`),
  'deactivated, by a token without a session': async () => {
    const { uid } = await callerWith({})
    await market.sql`update users set is_active = false where uid = ${uid}`
    return { uid, token: await market.sessionToken(uid) }
  },
  'whose second factor is due': () => callerWith({}, addFactor),
  'who has given the second factor': () => callerWith({ aal: 'aal2' }, addFactor),
  'whose session was ended': () =>
    callerWith({}, ({ uid }) => market.sql`delete from auth.sessions where user_id = ${uid}`),
  'whose session has run out': () =>
    callerWith(
      {},
      ({ uid }) => market.sql`
        update auth.sessions set not_after = now() - interval '1 second' where user_id = ${uid}`,
    ),
  'the owner': () => inSession(owner),
  'another fan': () => callerWith({}),
  'an administrator without a second factor': () => callerWith({ role: 'admin' }),
  'an administrator': () => callerWith({ role: 'admin', aal: 'aal2' }),
  'of support': () => callerWith({ role: 'support', aal: 'aal2' }),
  'of finance': () => callerWith({ role: 'finance', aal: 'aal2' }),
  'of content': () => callerWith({ role: 'content', aal: 'aal2' }),
  'whose role was taken away': () =>
    callerWith(
      { role: 'support', aal: 'aal2' },
      ({ uid }) => market.sql`update users set role = 'user' where uid = ${uid}`,
    ),
  'a deactivated administrator': () =>
    callerWith(
      { role: 'admin', aal: 'aal2' },
      ({ uid }) => market.sql`update users set is_active = false where uid = ${uid}`,
    ),
}

const headersOf = ({ token }: Caller) => {
  const apikey = createApiKey('anon', market.ctx.env.JWT_SECRET)
  return { apikey, ...(token && { authorization: `Bearer ${token}` }) }
}

async function isAnswered(caller: Caller, path: string): Promise<boolean> {
  const answer = await app.request(path, { headers: headersOf(caller) })
  if (!answer.ok) return false
  const body: unknown = await answer.json()
  return !Array.isArray(body) || body.length > 0
}

/** Whether a change of the row of `uid` in notifications is delivered. */
async function hearsOf(caller: Caller, uid: string): Promise<boolean> {
  const { sql, strangerSql, env } = market.ctx
  const checked = checkToken(caller.token ?? createApiKey('anon', env.JWT_SECRET), env.JWT_SECRET)
  const table = await describeTable(sql, 'public', 'notifications')
  const [record] = await sql`select * from notifications where user_id = ${uid} limit 1`
  if ('fault' in checked || !table || !record) return false
  const change = { schema: 'public', table: 'notifications', record } as unknown as Parameters<
    typeof maySee
  >[2]
  return maySee(strangerSql, checked.claims, change, table)
}

async function watches({ token }: Caller): Promise<boolean> {
  const { sql, env } = market.ctx
  const checked = checkToken(token ?? createApiKey('anon', env.JWT_SECRET), env.JWT_SECRET)
  return !('fault' in checked) && (await mayWatchTopics(createAccountCheck(sql))(checked.claims))
}

/** A picture of one pixel. */
const DOT = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#f05' } })
  .png()
  .toBuffer()

async function uploads(caller: Caller): Promise<boolean> {
  const answer = await app.request(`/storage/v1/object/images/profile/${crypto.randomUUID()}.png`, {
    method: 'POST',
    headers: { ...headersOf(caller), 'content-type': 'image/png' },
    body: new Uint8Array(DOT),
  })
  return answer.ok
}

async function asksForHelp(caller: Caller): Promise<boolean> {
  const answer = await app.request('/rest/v1/support_requests', {
    method: 'POST',
    headers: { ...headersOf(caller), 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: caller.uid, subject: 'Conta', message: 'help' }),
  })
  return answer.ok
}

describe.each(Object.keys(CALLERS))('somebody %s', (name) => {
  const isIn = [
    'with an incomplete profile',
    'who has given the second factor',
    'the owner',
    'another fan',
    'an administrator without a second factor',
    'an administrator',
    'of support',
    'of finance',
    'of content',
    'whose role was taken away',
  ].includes(name)
  const seesAll = ['an administrator', 'of support', 'of finance'].includes(name)

  test('is let in or kept out by every door alike', async () => {
    const caller = await (CALLERS[name] as () => Promise<Caller>)()
    const self = caller.uid
    expect({
      api: await isAnswered(caller, '/api/v1/balance'),
      table: await isAnswered(caller, `/rest/v1/users?select=uid&uid=eq.${self}`),
      changes: await hearsOf(caller, self),
      topics: await watches(caller),
      write: await asksForHelp(caller),
      files: await uploads(caller),
    }).toEqual({ api: isIn, table: isIn, changes: isIn, topics: isIn, write: isIn, files: isIn })
  })

  test('sees what is the owner’s where they may, and nowhere else', async () => {
    const caller = await (CALLERS[name] as () => Promise<Caller>)()
    const isOwner = name === 'the owner'
    expect({
      api: await isAnswered(caller, `/api/v1/admin/users/${owner.uid}`),
      table: await isAnswered(caller, `/rest/v1/users?select=uid&uid=eq.${owner.uid}`),
      payments: await isAnswered(caller, `/rest/v1/notifications?select=id&user_id=eq.${owner.uid}`),
      changes: await hearsOf(caller, owner.uid),
    }).toEqual({
      api: seesAll,
      table: isOwner || name === 'an administrator',
      payments: isOwner,
      changes: isOwner,
    })
  })
})

test.each(['deactivated', 'whose session was ended', 'whose session has run out'])(
  'the token of somebody %s is refused by tables, functions and files as an expired one is',
  async (name) => {
    const caller = await (CALLERS[name] as () => Promise<Caller>)()
    const headers = { ...headersOf(caller), 'content-type': 'application/json' }
    const ask = async (method: string, path: string, body?: object) => {
      const answer = await app.request(path, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, ...((await answer.json()) as object) }
    }
    const expired = { status: 401, code: 'PGRST303', message: 'JWT expired' }
    const own = `/rest/v1/users?uid=eq.${caller.uid}`
    const request = { user_id: caller.uid, subject: 'Conta', message: 'help' }
    expect(await ask('GET', '/rest/v1/projects?select=uid')).toMatchObject(expired)
    expect(await ask('PATCH', own, { full_name: 'Ana' })).toMatchObject(expired)
    expect(await ask('POST', '/rest/v1/support_requests', request)).toMatchObject(expired)
    expect(await ask('POST', '/rest/v1/rpc/user_exists', { field: 'email', value: 'a@b.c' })).toMatchObject(
      expired,
    )
    const files = { statusCode: '403', message: '"exp" claim timestamp check failed' }
    expect(await ask('POST', '/storage/v1/object/list/images', { prefix: '' })).toMatchObject(files)
    expect(await ask('DELETE', '/storage/v1/object/images/profile/a.png')).toMatchObject(files)
    expect(await ask('POST', '/storage/v1/object/images/profile/a.png', {})).toMatchObject(files)
  },
)
