/** A person and a support request in the back office: what is shown, what may be done, and by whom. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isPortrait } from '#domain/portrait.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { buyFromWallet, depositByCard } from '../../testing/paid-by-card.ts'
import type { Page } from '../api/call.ts'
import type { SupportDetailWire } from '../support/contract.ts'
import type { StatementWire } from '../wallet/contract.ts'
import type {
  AdminUserWire,
  UserBidRowWire,
  UserDetailWire,
  UserNoteWire,
  UserTokenWire,
} from './contract.ts'
import type { UserSessionWire } from './wire.ts'

let market: Market
let admin: TestFan
beforeAll(async () => {
  market = await createMarket()
  admin = await market.newAdmin()
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

const get = async <Data>(path: string) => (await market.call(admin, path)) as unknown as Data
const post = (by: TestFan | null, path: string, body: object, key?: string) =>
  market.call(by, path, body, key ? { 'idempotency-key': key } : {}) as Promise<{
    status: number
    data: Record<string, unknown>
  }>
const trail = async (subject: string) =>
  market.sql<{ action: string; after: Record<string, unknown> }[]>`
    select action, after from private.admin_actions where subject = ${subject} order by id`
async function newSession(fan: TestFan): Promise<{ id: string; token: string }> {
  const [row] = await market.sql<{ id: string }[]>`
    insert into auth.sessions (user_id, user_agent, ip) values (${fan.uid}, 'Firefox', '203.0.113.9') returning id`
  const id = row?.id ?? ''
  return { id, token: await market.sessionToken(fan.uid, { session_id: id }) }
}

describe('a person', () => {
  test('is shown with wallet, tokens, bids, payments and the statement, each page by page', async () => {
    const fan = await market.newFan()
    await depositByCard(market, fan, 9000)
    const auction = await market.newAuction({ price: 1000 })
    await market.bid(fan, auction, 1500)
    for (let time = 0; time < 3; time++)
      await buyFromWallet(market, fan, await market.newProject({ price: 1000 }))
    const path = `/admin/users/${fan.uid}`
    const { data: user } = await get<{ data: UserDetailWire }>(path)
    expect(user).toMatchObject({
      email: fan.email,
      role: 'user',
      isActive: true,
      available: 4500,
      held: 1500,
      disputes: [],
    })
    const bids = await get<Page<UserBidRowWire>>(`${path}/bids`)
    expect(bids.data).toMatchObject([{ amount: 1500, status: 'pending', projectName: 'Maré' }])
    const seen: number[] = []
    for (let after = ''; ; ) {
      const { data, next } = await get<Page<UserTokenWire>>(`${path}/tokens?limit=2${after}`)
      seen.push(...data.map(({ id }) => id))
      if (next === null) break
      after = `&after=${next}`
    }
    expect(new Set(seen).size).toBe(3)
    expect((await get<Page<{ amount: number }>>(`${path}/payments`)).data).toHaveLength(5)
    const first = await get<StatementWire>(`${path}/statement?limit=3`)
    const rest = await get<StatementWire>(`${path}/statement?limit=3&cursor=${first.next}`)
    expect([...first.data, ...rest.data].map(({ kind }) => kind)).toEqual([
      'purchase',
      'purchase',
      'purchase',
      'bid_held',
      'deposit',
    ])
  })

  test('is said to get no mails where mails to them come back', async () => {
    const { uid, email } = await market.newFan()
    const mailsReturn = async () =>
      (await get<{ data: { mailsReturn: boolean } }>(`/admin/users/${uid}`)).data.mailsReturn
    expect(await mailsReturn()).toBe(false)
    await market.sql`select private.note_returned_mail(${email}, '5.1.1')`
    expect(await mailsReturn()).toBe(true)
  })

  test('is acted on only with what the action takes, and only where there is one', async () => {
    const { uid } = await market.newFan()
    const wanted: Record<string, object> = {
      notes: { note: 'x' },
      'sessions/end': { session: null },
      deactivate: { reason: 'x' },
      reactivate: { reason: 'x' },
    }
    for (const [action, body] of Object.entries(wanted)) {
      expect((await post(admin, `/admin/users/${uid}/${action}`, {})).status).toBe(400)
      for (const nobody of [crypto.randomUUID(), 'nonsense'])
        expect((await post(admin, `/admin/users/${nobody}/${action}`, body)).data.code).toBe('user_not_found')
    }
    expect((await market.call(admin, '/admin/users/nonsense')).status).toBe(404)
  })

  test('is written about only in characters that a column holds, and looked for by no other', async () => {
    const { uid } = await market.newFan()
    for (const note of ['a\u0000b', 'half \ud83d of a pair'])
      expect(await post(admin, `/admin/users/${uid}/notes`, { note })).toMatchObject({
        status: 400,
        data: { code: 'malformed' },
      })
    expect((await post(admin, `/admin/users/${uid}/notes`, { note: 'ção 🎵 \\u0000' })).status).toBe(200)
    for (const list of ['users', 'activity', 'refunds-waiting', 'users.csv'])
      expect((await market.call(admin, `/admin/${list}?search=%00abc`)).status).toBe(400)
  })

  test('has notes that only grow, and that go with the person', async () => {
    const fan = await market.newFan()
    const path = `/admin/users/${fan.uid}/notes`
    for (const note of ['Ligou duas vezes.', 'Quer nota fiscal.'])
      expect((await post(admin, path, { note })).status).toBe(200)
    const { data } = await get<Page<UserNoteWire>>(path)
    expect(data.map(({ note, admin: who }) => [note, who])).toEqual([
      ['Quer nota fiscal.', 'Ana'],
      ['Ligou duas vezes.', 'Ana'],
    ])
    await expect(market.sql`update private.user_notes set note = 'x'`).rejects.toMatchObject({
      code: 'PT409',
    })
    expect((await trail(fan.uid)).map(({ action }) => action)).toEqual([
      'user.note',
      'user.note',
      'user.read',
    ])
    expect(JSON.stringify(await trail(fan.uid))).not.toContain('Ligou')
    expect(await (await market.callRaw(fan, '/personal-data')).text()).toContain('Ligou duas vezes.')
    expect((await post(fan, '/erase-account', { email: fan.email })).status).toBe(200)
    expect(await market.sql`select from private.user_notes where user_id = ${fan.uid}`).toEqual([])
  })

  test('loses one session, or all, and the others go on', async () => {
    const fan = await market.newFan()
    const [one, two, three] = [await newSession(fan), await newSession(fan), await newSession(fan)]
    const path = `/admin/users/${fan.uid}/sessions`
    const { data } = await get<{ data: UserSessionWire[] }>(path)
    expect(data).toHaveLength(3)
    expect(data[0]).toMatchObject({ userAgent: 'Firefox', ip: '203.0.113.9' })
    expect((await post(admin, `${path}/end`, { session: one.id })).data).toEqual({ ended: 1 })
    expect((await market.call(one, '/balance')).status).toBe(401)
    expect((await market.call(two, '/balance')).status).toBe(200)
    // All that was mailed goes with all sessions, and with them alone.
    const mailed = () => market.sql<{ who: string }[]>`
      select user_id as who from auth.one_time_tokens where user_id in (${fan.uid}, ${admin.uid}) 
      order by user_id = ${fan.uid}`
    for (const who of [fan.uid, admin.uid])
      await market.sql`
        insert into auth.one_time_tokens (user_id, token_type, token_hash, code_hash, relates_to)
        values (${who}, 'recovery_token', md5(${who}) || md5(${who}), md5(${who}) || md5(${who}), 'x@tune.test')`
    expect((await post(admin, `${path}/end`, { session: one.id })).data).toEqual({ ended: 0 })
    expect(await mailed()).toEqual([{ who: admin.uid }, { who: fan.uid }])
    // Other people's sessions are not included.
    const stranger = await newSession(admin)
    expect((await post(admin, `${path}/end`, { session: stranger.id })).data).toEqual({ ended: 0 })
    expect((await post(admin, `${path}/end`, { session: null })).data).toEqual({ ended: 2 })
    expect(await mailed()).toEqual([{ who: admin.uid }])
    expect((await market.call(three, '/balance')).status).toBe(401)
    expect((await market.call(stranger, '/balance')).status).toBe(200)
    expect((await trail(fan.uid)).filter(({ action }) => action !== 'user.read')).toHaveLength(2)
  })

  test('is deactivated as by their own hand: signed out, bids given up, once; and reactivated', async () => {
    const fan = await market.newFan(3000)
    const auction = await market.newAuction({ price: 1000 })
    await market.bid(fan, auction, 2000)
    const session = await newSession(fan)
    const path = `/admin/users/${fan.uid}`
    const answers = await Promise.all(
      [1, 2, 3].map(() => post(admin, `${path}/deactivate`, { reason: 'fraude' })),
    )
    expect(answers.map(({ status, data }) => [status, data.isActive])).toEqual(Array(3).fill([200, false]))
    expect((await market.call(session, '/balance')).data).toMatchObject({ code: 'account_inactive' })
    expect(await market.balanceOf(fan)).toBe(3000)
    expect(await trail(fan.uid)).toEqual([
      { action: 'user.deactivate', after: { isActive: false, reason: 'fraude' } },
    ])
    expect((await get<{ data: UserDetailWire }>(path)).data.deactivation).toMatchObject({
      by: expect.any(String),
      reason: 'fraude',
    })
    expect((await post(admin, `${path}/reactivate`, { reason: 'engano' })).data).toEqual({ isActive: true })
    expect((await get<{ data: UserDetailWire }>(path)).data.deactivation).toBeNull()
    await market.sql`update users set is_active = false where uid = ${fan.uid}`
    expect((await get<{ data: UserDetailWire }>(path)).data.deactivation).toMatchObject({
      by: null,
      reason: null,
    })
    await market.sql`update users set is_active = true where uid = ${fan.uid}`
    expect((await market.call(session, '/balance')).status).toBe(401)
    expect((await market.call(fan, '/balance')).status).toBe(200)
    expect((await post(admin, `${path}/reactivate`, { reason: 'engano' })).data).toEqual({ isActive: true })
    const mails = await market.sql<{ template: string }[]>`
      select payload ->> 'template' as template from graphile_worker._private_jobs where payload ->> 'to' = ${fan.email}`
    expect(mails.filter(({ template }) => template === 'notice_reactivated')).toHaveLength(1)
    expect((await post(admin, `/admin/users/${admin.uid}/deactivate`, { reason: 'eu' })).data.code).toBe(
      'own_account',
    )
  })
})

test('an administrator who is deactivated loses the back office at once, whatever token they hold', async () => {
  const boss = await market.newAdmin()
  const session = await newSession(boss)
  const fan = await market.newFan()
  const doors = [
    '/admin/users',
    `/admin/users/${fan.uid}`,
    '/admin/audit',
    '/admin/users.csv',
    '/admin/figures',
  ]
  for (const who of [boss, session])
    for (const door of doors) expect((await market.callRaw(who, door)).status, door).toBe(200)
  await market.sql`update users set is_active = false where uid = ${boss.uid}`
  expect(
    await market.sql`select from auth.sessions where user_id = ${boss.uid} and coalesce(not_after > now(), true)`,
  ).toHaveLength(0)
  for (const who of [boss, session])
    for (const door of doors) expect([401, 403], door).toContain((await market.callRaw(who, door)).status)
  expect((await post(boss, `/admin/users/${fan.uid}/notes`, { note: 'x' })).status).toBe(403)
  expect((await post(boss, `/admin/users/${boss.uid}/reactivate`, { reason: 'x' })).status).toBe(403)
  expect(await trail(fan.uid)).toEqual([{ action: 'user.read', after: null }])
})

test('the list of people says whose account is inactive, and whose was erased', async () => {
  const [active, inactive, erased] = [await market.newFan(), await market.newFan(), await market.newFan()]
  await market.sql`update users set is_active = false where uid = ${inactive.uid}`
  expect((await post(erased, '/erase-account', { email: erased.email })).status).toBe(200)
  const { data } = await get<Page<AdminUserWire>>('/admin/users?limit=3')
  const stateOf = ({ uid }: TestFan) => {
    const found = data.find((person) => person.uid === uid)
    return [found?.isActive, found?.isErased]
  }
  expect(stateOf(active)).toEqual([true, false])
  expect(stateOf(inactive)).toEqual([false, false])
  expect(stateOf(erased)).toEqual([false, true])
})

describe('a request for support', () => {
  async function asked(fan: TestFan): Promise<number> {
    const [row] = await market.sql<{ id: number }[]>`
      insert into support_requests (user_id, subject, message)
      values (${fan.uid}, 'Saldo', 'Where is my money?') returning id`
    return row?.id ?? 0
  }
  const mails = (to: string) => market.sql<{ payload: { data: Record<string, string>; language: string } }[]>`
    select payload from graphile_worker._private_jobs
    where payload ->> 'template' = 'support_answered' and payload ->> 'to' = ${to}`
  const read = async (id: number) => (await get<{ data: SupportDetailWire }>(`/admin/support/${id}`)).data

  test('is answered in the reader’s language with the question quoted, once for each key, and closed', async () => {
    const fan = await market.newFan()
    await market.sql`update users set language = 'en' where uid = ${fan.uid}`
    const id = await asked(fan)
    expect(await read(id)).toMatchObject({
      status: 'new',
      user: { email: fan.email },
      file: null,
      answers: [],
    })
    const key = crypto.randomUUID()
    const path = `/admin/support/${id}/answers`
    const sent = await Promise.all([1, 2, 3].map(() => post(admin, path, { message: 'On its way.' }, key)))
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await mails(fan.email)).toMatchObject([
      {
        payload: {
          language: 'en',
          data: { message: 'On its way.', question: 'Where is my money?', subject: 'Saldo' },
        },
      },
    ])
    expect(await read(id)).toMatchObject({
      status: 'answered',
      answers: [{ message: 'On its way.', admin: 'Ana' }],
    })
    await Promise.all([1, 2].map(() => post(admin, `/admin/support/${id}/close`, {})))
    expect((await read(id)).status).toBe('closed')
    await post(admin, path, { message: 'One more thing.' })
    expect(await read(id)).toMatchObject({
      status: 'answered',
      answers: [{}, { message: 'One more thing.' }],
    })
    expect((await trail(String(id))).map(({ action }) => action)).toEqual([
      'support.read',
      'support.answer',
      'support.close',
      'support.answer',
    ])
    await expect(market.sql`update private.support_answers set message = 'x'`).rejects.toMatchObject({
      code: 'PT409',
    })
    expect(await (await market.callRaw(fan, '/personal-data')).text()).toContain('One more thing.')
    expect((await post(fan, '/erase-account', { email: fan.email })).status).toBe(200)
    expect(await market.sql`select from private.support_answers where request_id = ${id}`).toEqual([])
  })

  test('is answered with words, where there is one', async () => {
    const fan = await market.newFan()
    const id = await asked(fan)
    for (const body of [{}, { message: ' ' }, { message: 'x'.repeat(5001) }])
      expect((await post(admin, `/admin/support/${id}/answers`, body)).status).toBe(400)
    for (const none of ['0', 'x', '999999999']) {
      expect((await market.call(admin, `/admin/support/${none}`)).status).toBe(404)
      expect((await post(admin, `/admin/support/${none}/answers`, { message: 'x' })).status).toBe(404)
      expect((await post(admin, `/admin/support/${none}/close`, {})).status).toBe(404)
    }
  })
})

test('who failed to sign in to an account is not the account’s to know', async () => {
  const fan = await market.newFan()
  for (const [action, address] of [
    ['login', '192.0.2.1'],
    ['login_failed', '192.0.2.99'],
  ] as const)
    await market.sql`
      insert into auth.audit_log_entries (payload, ip_address)
      values (${market.sql.json({ action, actor_id: fan.uid })}, ${address})`
  const exported = await (await market.callRaw(fan, '/personal-data')).text()
  expect(exported).toContain('192.0.2.1"')
  expect(exported).not.toContain('192.0.2.99')
})

test('the database takes the portraits that the rule takes, and no other', async () => {
  const fan = await market.newFan()
  const stored = '/storage/v1/object/public/images/profile/ana%20b-1.v2.png'
  const fine = [
    ...[stored, `https://tune.test${stored}`, `http://localhost:3000${stored}`],
    ...['https://lh3.googleusercontent.com/a', 'https://lh6.googleusercontent.com/a=s96-c'],
    ...['https://platform-lookaside.fbsbx.com/a?b=c', 'http://localhost:23001/a'],
  ]
  const public_ = '/storage/v1/object/public'
  const refused = [
    ...[
      '',
      'x.png',
      '/x.png',
      '//evil.test/x',
      '/\\evil.test/x',
      'https://evil.test/x',
      'javascript:alert(1)',
    ],
    ...['https://scontent.fbcdn.net/x', 'http://localhost.evil.test/x', 'http://lh3.googleusercontent.com/a'],
    ...[
      'https://googleusercontent.com.evil.test/x',
      'https://a.fbsbx.com@evil.test/x',
      'https://x.fbsbx.com/a',
    ],
    ...['https://34.1.2.3.bc.googleusercontent.com/x', 'https://lh3.googleusercontent.com:8443/x'],
    ...['https://u:p@lh3.googleusercontent.com/x', 'https://x.lh3.googleusercontent.com/x'],
    ...['/../../../../x', '/%2E%2e/x', '/a/..\\x', '/a?b', '/a#b', ''].map(
      (path) => `${public_}/images${path}`,
    ),
    ...[`${public_}/covers/x.png`, `https://evil.test/x?${stored}`, `https://evil.test\\@tune.test${stored}`],
  ]
  const isTaken = (address: string) =>
    market.sql`update users set photo_url = ${address} where uid = ${fan.uid}`.then(
      () => true,
      () => false,
    )
  for (const address of [...fine, ...refused]) {
    expect(isPortrait(address), address).toBe(fine.includes(address))
    expect(await isTaken(address), address).toBe(fine.includes(address))
  }
})
