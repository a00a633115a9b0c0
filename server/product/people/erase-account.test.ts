/** A person's data: exported, and erased. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { createProductApi } from '../endpoints.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const erase = (fan: TestFan, email = fan.email) => market.call(fan, '/erase-account', { email })

describe('GET /personal-data', () => {
  test('is all of mine, nothing of others, and no secret', async () => {
    const [fan, other] = [await market.newFan(9000), await market.newFan(9000)]
    const project = await market.newProject()
    for (const person of [fan, other]) {
      await market.call(person, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
    }
    await market.sql`
      update auth.users set encrypted_password = '$argon2id$secret', raw_user_meta_data = '{"language": "pt"}'
      where id = ${fan.uid}`
    await market.sql`update users set terms_version = '2026-11-01' where uid = ${fan.uid}`
    const answer = await createProductApi(market.ctx).request('/personal-data', {
      headers: { authorization: `Bearer ${fan.token}` },
    })
    expect(answer.headers.get('content-disposition')).toContain('attachment')
    const text = await answer.text()
    const data = JSON.parse(text)
    expect(data.profile).toMatchObject([{ uid: fan.uid, email: fan.email }])
    expect([data.payments.length, data.tokens.length]).toEqual([1, 1])
    expect(data.movements.length).toBeGreaterThan(1)
    expect(data.consents.map(({ document }: { document: string }) => document).sort()).toEqual([
      'privacy',
      'terms',
    ])
    expect(text).not.toContain('argon2id')
    expect(text).not.toContain(other.uid)
  })

  test('not without end', async () => {
    const fan = await market.newFan()
    const door = createProductApi(market.ctx)
    const statuses: number[] = []
    for (let i = 0; i < 5; i++) {
      const answer = await door.request('/personal-data', {
        headers: { authorization: `Bearer ${fan.token}` },
      })
      await answer.text()
      statuses.push(answer.status)
    }
    expect(statuses).toContain(429)
  })
})

describe('POST /erase-account', () => {
  test('is refused while money, bids or payments are under way, and for another address', async () => {
    const rich = await market.newFan(100)
    expect((await erase(rich)).data).toMatchObject({ code: 'wallet_not_empty' })
    const bidder = await market.newFan(3000)
    const auction = await market.newAuction()
    expect((await market.bid(bidder, auction, 3000)).status).toBe(200)
    expect((await erase(bidder)).data).toMatchObject({ code: 'bids_standing' })
    const payer = await market.newFan()
    await market.sql`
      insert into payments (user_id, flow, method, amount) values (${payer.uid}, 'balance', 'card', 500)`
    expect((await erase(payer)).data).toMatchObject({ code: 'payments_pending' })
    const careless = await market.newFan()
    expect((await erase(careless, 'other@tune.test')).status).toBe(400)
    expect(await market.sql`select from users where erased_at is not null`).toHaveLength(0)
  })

  test('leaves no trace of the person in any table, keeps the records of the money, and shuts the door', async () => {
    const project = await market.newProject({ supply: 3 })
    const fan = await market.newFan(project.price)
    await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
    await market.sql`update mints set status = 'minted', minted_at = now(), will_expire_at = now()
      where user_id = ${fan.uid}`
    await market.sql`
      update users set full_name = 'Zulmira Rastro', document = '52998224725', terms_version = '2026-11-01'
      where uid = ${fan.uid}`
    await market.sql`
      insert into auth.identities (provider_id, user_id, identity_data, provider)
      values ('elsewhere-1', ${fan.uid}, ${market.sql.json({ email: fan.email, name: 'Zulmira Rastro' })}, 'google')`
    await market.sql`
      insert into auth.audit_log_entries (payload)
      values (${market.sql.json({ action: 'login', actor_id: fan.uid, actor_username: fan.email })})`
    await market.sql`insert into auth.sessions (user_id) values (${fan.uid})`
    await market.sql`
      insert into support_requests (user_id, subject, message) values (${fan.uid}, 'Conta', 'Sou Zulmira Rastro')`
    await market.sql`
      insert into register_projects (user_id, message) values (${fan.uid}, 'Um disco de Zulmira Rastro')`

    expect((await erase(fan)).status).toBe(200)
    await expect(tracesOf(fan.email, 'Zulmira Rastro', '52998224725', fan.wallet)).resolves.toEqual([])
    expect(await market.sql`select from payments where user_id = ${fan.uid}`).toHaveLength(1)
    expect(await market.sql`select from private.consents where user_id = ${fan.uid}`).toHaveLength(2)
    expect(await market.sql`select from auth.sessions where user_id = ${fan.uid}`).toHaveLength(0)
    expect((await erase(fan)).data).toMatchObject({ code: 'account_inactive' })
    await market.expectHealthy()
  })

  /** The tables in which any of these texts can still be read, besides the mail about it and the public record. */
  async function tracesOf(...texts: string[]): Promise<string[]> {
    const tables = await market.sql<{ schema: string; name: string }[]>`
      select table_schema as schema, table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema in ('public', 'auth', 'private', 'storage', 'ledger', 'market')`
    const found: string[] = []
    for (const { schema, name } of tables) {
      for (const text of texts) {
        const rows = await market.sql`
          select from ${market.sql(schema)}.${market.sql(name)} as line where position(${text} in line::text) > 0`
        if (rows.length > 0) found.push(`${schema}.${name}: ${text}`)
      }
    }
    return found
  }
})

describe('a session', () => {
  const tokenOf = (fan: TestFan, session: string, aal: string) =>
    market.sessionToken(fan.uid, { session_id: session, aal })
  const sessionOf = async (fan: TestFan): Promise<string> => {
    const [session] = await market.sql<[{ id: string }]>`
      insert into auth.sessions (user_id) values (${fan.uid}) returning id`
    return session.id
  }
  const newBid = async () => {
    const auction = await market.newAuction()
    return {
      bid: { typeBuy: 'bid', UID: auction.uid, amount: 2500 },
      placed: async () => (await market.sql`select from bids where project_id = ${auction.id}`).length,
    }
  }

  test('that has ended opens nothing, and neither does another person’s', async () => {
    const [fan, other] = [await market.newFan(), await market.newFan()]
    const session = await sessionOf(fan)
    const theirs = await sessionOf(other)
    await market.sql`delete from auth.sessions where id = ${session}`
    const outlived = await sessionOf(fan)
    await market.sql`update auth.sessions set not_after = now() - interval '1 second' where id = ${outlived}`
    const { bid } = await newBid()
    for (const id of [session, theirs, outlived, 'nonsense']) {
      const token = await tokenOf(fan, id, 'aal1')
      expect((await market.call({ token }, '/balance')).status).toBe(401)
      expect(await market.call({ token }, '/buy-token-balance', bid)).toMatchObject({
        status: 401,
        data: { code: 'unauthenticated' },
      })
    }
  })

  test('owes the second factor everywhere once there is one', async () => {
    const fan = await market.newFan(9000)
    const session = await sessionOf(fan)
    await market.sql`
      insert into auth.mfa_factors (user_id, factor_type, status, secret)
      values (${fan.uid}, 'totp', 'verified', 'sealed')`
    const project = await market.newProject()
    const buy = { typeBuy: 'mint', UID: project.uid }
    const [weak, strong] = [await tokenOf(fan, session, 'aal1'), await tokenOf(fan, session, 'aal2')]
    const { bid, placed } = await newBid()
    for (const order of [buy, bid]) {
      expect(await market.call({ token: weak }, '/buy-token-balance', order)).toMatchObject({
        status: 403,
        data: { code: 'second_factor_due' },
      })
    }
    expect(await placed()).toBe(0)
    expect((await market.call({ token: strong }, '/balance')).status).toBe(200)
    expect((await market.call({ token: strong }, '/buy-token-balance', bid)).status).toBe(200)
    expect(await placed()).toBe(1)
    for (const [aal, seen] of [
      ['aal1', 0],
      ['aal2', 1],
    ] as const) {
      const rows = await market.sql.begin(async (tx) => {
        await tx`select set_config('role', 'authenticated', true),
          set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: fan.uid, aal })}, true)`
        return tx`select uid from users`
      })
      expect(rows).toHaveLength(seen)
    }
  })

  test('and every table that fans may read asks for it', async () => {
    const open = await market.sql`
      select tablename from pg_policies
      where schemaname = 'public' and 'authenticated' = any (roles)
      group by tablename
      having not bool_or(policyname = 'second_factor')`
    expect(open).toEqual([])
  })
})
