import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Sql } from '../../platform/db/sql.ts'
import { keyOfCount } from '../../platform/rate-limit.ts'
import { stripeWebhook } from '../../product/payments/card-webhook.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { createRestDoor } from './door.ts'

let market: Market
let strangers: Sql
let door: ReturnType<typeof createRestDoor>
let fan: TestFan

beforeAll(async () => {
  market = await createMarket()
  strangers = connect(market.database.url, { max: 2, role: 'authenticator' })
  door = createRestDoor({
    sql: strangers,
    jwtSecret: market.ctx.env.JWT_SECRET,
    log: market.ctx.log,
    clientAddress: () => '127.0.0.1',
  })
  fan = await market.newFan()
  const project = await market.newProject()
  for (const amount of [1000, 2000]) {
    await market.sql`
      insert into payments (user_id, project_id, flow, method, amount)
      values (${fan.uid}, ${project.id}, 'mint', 'balance', ${amount})`
  }
})
afterAll(async () => {
  await strangers.end()
  await market.close()
})

async function get(path: string): Promise<{ status: number; body: never }> {
  const answer = await door.request(path, { headers: { authorization: `Bearer ${fan.token}` } })
  return { status: answer.status, body: (await answer.json()) as never }
}

async function post(path: string, body: string, token?: string) {
  const headers = {
    'content-type': 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  const answer = await door.request(path, { method: 'POST', body, headers })
  return { status: answer.status, body: (await answer.json()) as unknown }
}

/** A body without a stated length that would go on for 64 MB; says how much of it was taken. */
function endless(): { body: ReadableStream; taken: () => number } {
  let chunks = 0
  const body = new ReadableStream({
    pull(controller) {
      if (chunks++ >= 1024) controller.close()
      else controller.enqueue(new Uint8Array(64 * 1024).fill(32))
    },
  })
  return { body, taken: () => chunks * 64 * 1024 }
}

describe('strangers', () => {
  test('cannot make the door read without end', async () => {
    const { body, taken } = endless()
    const answer = await door.request('/users', { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect(answer.status).toBe(400)
    expect(taken()).toBeLessThan(4 * 1024 * 1024)
  })

  test('cannot block the door with a body of many keys, in one row or several', async () => {
    const rowOf = (length: number) =>
      Object.fromEntries(Array.from({ length }, (_, index) => [`k${index}`, 1]))
    for (const [body, code] of [
      [rowOf(90_000), 'PGRST102'],
      [rowOf(19_000), 'PGRST204'],
      [[rowOf(9_000), rowOf(9_000)], 'PGRST204'],
      [[rowOf(19_000), {}], 'PGRST102'],
      [[{}, rowOf(19_000)], 'PGRST102'],
      [
        [
          { a: 1, b: 1 },
          { a: 1, c: 1 },
        ],
        'PGRST102',
      ],
    ] as const) {
      const answer = await post('/users', JSON.stringify(body), fan.token)
      expect(answer).toMatchObject({ status: 400, body: { code } })
    }
  })

  test('send what ends early or nests without end, and are told so', async () => {
    const early = new ReadableStream({ start: (stream) => stream.error(new Error('aborted')) })
    const deep = `[{"message":${'['.repeat(50_000)}${']'.repeat(50_000)}}]`
    for (const [body, length] of [
      [early, '50'],
      [deep, String(deep.length)],
    ] as const) {
      const request = { method: 'POST', body, duplex: 'half', headers: { 'content-length': length } }
      const answer = await door.request('/support_requests', request as RequestInit)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ code: 'PGRST102' })
    }
  })

  test('nor the webhook', async () => {
    const { body, taken } = endless()
    const app = new Hono().post('/webhooks/stripe', ...stripeWebhook(market.ctx))
    const answer = await app.request('/webhooks/stripe', {
      method: 'POST',
      headers: { 'stripe-signature': 't=1,v1=of-nobody' },
      body,
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(413)
    expect(taken()).toBeLessThan(4 * 1024 * 1024)
  })

  test('cannot keep the database busy', async () => {
    const [row] = await strangers<{ limit: string }[]>`select current_setting('statement_timeout') as limit`
    expect(row?.limit).toBe('2s')
  })

  test('cannot keep it busy by patterns, nor by names that nobody has', async () => {
    for (const operator of ['match', 'imatch', 'fts']) {
      const refused = { status: 400, body: { code: 'PGRST100' } }
      expect(await get(`/users?select=uid&email=${operator}.^fan`)).toMatchObject(refused)
    }
    const body = JSON.stringify({ field: 'nickname', value: '\u0301'.repeat(400_000) })
    expect(await post('/rpc/user_exists', body, fan.token)).toEqual({ status: 200, body: false })
    // Without a session nobody has so much read for them.
    expect(await post('/rpc/user_exists', body)).toMatchObject({ status: 400, body: { code: 'PGRST102' } })
  })

  test('hear of CPFs thirty times an hour, wherever they ask from, while their own is asked for and they are signed in', async () => {
    const person = await market.newFan()
    const isComplete = (complete: boolean) => market.sql`
      update users set is_complete_profile = ${complete} where uid = ${person.uid}`
    await isComplete(false)
    const [session] = await market.sql<{ id: string }[]>`
      insert into auth.sessions (user_id) values (${person.uid}) returning id`
    const token = await market.sessionToken(person.uid, { session_id: session?.id })
    let asked = 0
    const everywhere = createRestDoor({
      sql: strangers,
      jwtSecret: market.ctx.env.JWT_SECRET,
      log: market.ctx.log,
      clientAddress: () => `203.0.113.${asked++}`,
    })
    const ask = async () =>
      everywhere.request('/rpc/user_exists', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ field: 'document', value: '529.982.247-25' }),
      })
    for (let count = 0; count < 30; count++) expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
    await isComplete(true)
    expect(await (await ask()).json()).toMatchObject({ code: '42501', message: 'Your own CPF is settled.' })
    await isComplete(false)
    await market.sql`delete from auth.sessions where id = ${session?.id ?? ''}`
    expect(await (await ask()).json()).toMatchObject({ code: '42501' })
  })

  test('of one IPv6 site ask ten times as often as one of its networks, whichever they ask from', async () => {
    let address = '2001:db8:99:1::'
    const everywhere = createRestDoor({
      sql: strangers,
      jwtSecret: market.ctx.env.JWT_SECRET,
      log: market.ctx.log,
      clientAddress: () => address,
    })
    const ask = async () => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ field: 'email', value: 'x@tune.test' })
      return (await everywhere.request('/rpc/user_exists', { method: 'POST', headers, body })).status
    }
    const used = (times: number) => market.sql`
      update auth.rate_limits set used = ${times}
      where key = ${keyOfCount('exists in an hour:2001:db8:99::/48')}`
    expect(await ask()).toBe(200)
    await used(5998)
    address = '2001:db8:99:2::'
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429])
    address = '2001:db8:98:1::'
    expect(await ask()).toBe(200)
  })

  test('are asked who they are once for each query, not once for each row', async () => {
    for (const table of ['users', 'projects', 'payments', 'mints']) {
      const [policy] = await market.sql<{ qual: string }[]>`
        select qual from pg_policies where tablename = ${table} and cmd = 'SELECT'`
      expect(policy?.qual).toMatch(/SELECT private\.works_as\(/)
    }
  })
})

describe('queries', () => {
  test.each(['constructor', '__proto__', 'nothing'])('is.%s is not a test', async (word) => {
    expect(await get(`/users?is_active=is.${word}`)).toMatchObject({
      status: 400,
      body: { code: 'PGRST100' },
    })
  })

  test('relations embedded in relations keep to their own rows, however long their names', async () => {
    const long = 'a'.repeat(60)
    const other = await market.newProject()
    await market.sql`
      insert into payments (user_id, project_id, flow, method, amount)
      values (${fan.uid}, ${other.id}, 'mint', 'balance', 3000)`
    const select = `amount,${long}:projects(uid,${long}:payments(amount,${long}:projects(uid)))`
    const { status, body } = await get(`/payments?select=${select}&amount=eq.3000`)
    expect(status).toBe(200)
    expect(body).toEqual([
      { amount: 3000, [long]: { uid: other.uid, [long]: [{ amount: 3000, [long]: { uid: other.uid } }] } },
    ])
  })

  test('may nest, but not without end', async () => {
    const deep = (open: string, close: string, count: number) => open.repeat(count) + close.repeat(count)
    const logic = `(${deep('and(', ')', 5000).replace('()', '(id.eq.1)')})`
    for (const path of [`/users?select=${deep('a(', ')', 5000)}`, `/users?or=${logic}`]) {
      expect(await get(path)).toMatchObject({ status: 400, body: { code: 'PGRST100' } })
    }
  })
})

describe('one’s own profile', () => {
  test('may be sent again as it is typed, once complete', async () => {
    const [row] = await market.sql<{ document: string }[]>`select document from users where uid = ${fan.uid}`
    const digits = row?.document ?? ''
    const typed = `${digits.slice(0, 3)}.${digits.slice(3, 6)}.${digits.slice(6, 9)}-${digits.slice(9)}`
    const change = (document: string) =>
      door.request(`/users?uid=eq.${fan.uid}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${fan.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ document }),
      })
    expect((await change(typed)).status).toBe(204)
    expect((await change('52998224725')).status).toBe(403)
  })
})
