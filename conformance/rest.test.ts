/** The official REST client against our door, on the product's own tables. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRestDoor } from '#server/doors/rest/door.ts'
import { connect, type Sql } from '#server/platform/db/sql.ts'
import { createLogger } from '#server/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { type Harness, JWT_SECRET, startHarness } from './harness.ts'

let database: TestDatabase
let strangers: Sql
let harness: Harness
const ana = { uid: crypto.randomUUID(), email: 'ana@tune.test' }
const bia = { uid: crypto.randomUUID(), email: 'bia@tune.test' }

beforeAll(async () => {
  database = await createTestDatabase()
  strangers = connect(database.url, { max: 5, role: 'authenticator', adminSecondFactor: 'off' })
  harness = await startHarness(() => ({
    '/rest/v1': createRestDoor({
      sql: strangers,
      jwtSecret: JWT_SECRET,
      log: createLogger('silent'),
      clientAddress: () => '127.0.0.1',
    }),
  }))
  const { sql } = database
  for (const person of [ana, bia]) {
    await sql`insert into auth.users (id, email, email_confirmed_at) values (${person.uid}, ${person.email}, now())`
    await sql`insert into users (uid, email, nickname) values (${person.uid}, ${person.email}, ${person.email.replace(/@.*/, '')})`
  }
  await sql`update users set role = 'admin' where uid = ${bia.uid}`
  for (const [index, name] of ['Um', 'Dois', 'Três'].entries()) {
    const [project] = await sql<{ id: number }[]>`
      insert into projects (project_name, author, thumbnail, description, video_id, symbol, fiat_price,
        total_supply, valid_period, expired_at, author_wallet, contract_address, is_active)
      values (${name}, 'Autora, "a" (1)', '/c', 'd', 'v', 'TUNE', ${1000 * (index + 1)}, 2, 60,
        now() + interval '1 day', ${`0x${'1'.repeat(40)}`}, ${`0x${'2'.repeat(40)}`}, ${index < 2})
      returning id`
    await sql`
      insert into payments (user_id, project_id, flow, method, amount)
      values (${ana.uid}, ${project?.id ?? 0}, 'mint', 'balance', ${1000 * (index + 1)})`
  }
})
afterAll(async () => {
  await harness.close()
  await strangers.end()
  await database.drop()
})

async function as(uid: string | null, claims: { session_id?: string } = {}): Promise<SupabaseClient> {
  const token = uid
    ? await new SignJWT({ role: 'authenticated', aud: 'authenticated', ...claims })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(uid)
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(JWT_SECRET))
    : harness.anonKey
  return createClient(harness.url, harness.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { authorization: `Bearer ${token}` } },
  })
}

async function sessionOf(uid: string): Promise<string> {
  const [session] = await database.sql<[{ id: string }]>`
    insert into auth.sessions (user_id) values (${uid}) returning id`
  return session.id
}

describe('reading', () => {
  test('one’s own row, single', async () => {
    const client = await as(ana.uid)
    const { data, error } = await client.from('users').select('*').eq('uid', ana.uid).single()
    expect(error).toBeNull()
    expect(data).toMatchObject({ uid: ana.uid, email: ana.email, is_active: true, first_access: true })
    expect(data.created_at).toMatch(/^\d{4}-\d\d-\d\dT.*\+00:00$/)
  })

  test('a row that is not there is PGRST116', async () => {
    const client = await as(ana.uid)
    const { error, status } = await client.from('users').select('uid').eq('uid', bia.uid).single()
    expect(status).toBe(406)
    expect(error).toMatchObject({ code: 'PGRST116', details: 'The result contains 0 rows' })
    expect((await client.from('users').select('uid').eq('uid', bia.uid).maybeSingle()).data).toBeNull()
  })

  test('only published projects, unless one is an admin', async () => {
    const columns =
      'id,uid,project_name,author,thumbnail,contract_address,symbol,fiat_price,is_active,total_supply,created_at'
    const fan = await (await as(ana.uid)).from('projects').select(columns).order('fiat_price')
    expect(fan.data?.map((row) => row.project_name)).toEqual(['Um', 'Dois'])
    const admin = await (await as(bia.uid))
      .from('projects')
      .select(columns)
      .order('fiat_price', { ascending: false })
    expect(admin.data?.map((row) => row.project_name)).toEqual(['Três', 'Dois', 'Um'])
    const people = await (await as(bia.uid))
      .from('users')
      .select('id,full_name,email,is_complete_profile,wallet,photo_url,provider,nickname,created_at')
    expect(people.data?.map(({ email }) => email)).toEqual(expect.arrayContaining([ana.email, bia.email]))
    const [one] = fan.data ?? []
    const uid = await (await as(ana.uid)).from('projects').select('uid').eq('id', one?.id).single()
    expect(uid).toMatchObject({ error: null, data: { uid: one?.uid } })
  })

  test('nothing to a stranger, and no exclusive column to anybody', async () => {
    const anon = await (await as(null)).from('projects').select('id')
    expect(anon).toMatchObject({ status: 401, error: { code: '42501' } })
    const fan = await (await as(ana.uid)).from('projects').select('lyrics')
    expect(fan).toMatchObject({ status: 403, error: { code: '42501' } })
  })

  test('payments joined with people and projects', async () => {
    const { data, error } = await (await as(bia.uid))
      .from('payments')
      .select(
        'id,amount,flow,status,created_at,users!inner(id,full_name,email),projects!inner(id,project_name,author,thumbnail)',
      )
      .order('id')
    expect(error).toBeNull()
    expect(data).toHaveLength(3)
    expect(data?.[0]).toMatchObject({
      amount: 1000,
      flow: 'mint',
      users: { email: ana.email, full_name: null },
      projects: { project_name: 'Um' },
    })
  })

  test('embedded lists, with filters, order and limit of their own', async () => {
    const { data, error } = await (await as(bia.uid))
      .from('projects')
      .select('project_name,paid:payments(amount)')
      .gt('payments.amount', 1500)
      .order('amount', { referencedTable: 'payments', ascending: false })
      .limit(1, { referencedTable: 'payments' })
      .order('id')
    expect(error).toBeNull()
    expect(data).toEqual([
      { project_name: 'Um', paid: [] },
      { project_name: 'Dois', paid: [{ amount: 2000 }] },
      { project_name: 'Três', paid: [{ amount: 3000 }] },
    ])
  })

  test.each([
    ['eq', (q: Query) => q.eq('author', 'Autora, "a" (1)'), 3],
    ['neq', (q: Query) => q.neq('fiat_price', 1000), 2],
    ['in', (q: Query) => q.in('project_name', ['Um', 'Três', 'a,b']), 2],
    ['in nothing', (q: Query) => q.in('fiat_price', []), 0],
    ['ilike', (q: Query) => q.ilike('project_name', '%TRÊ%'), 1],
    ['is', (q: Query) => q.is('is_active', false), 1],
    ['not is', (q: Query) => q.not('is_active', 'is', true), 1],
    ['or', (q: Query) => q.or('fiat_price.eq.1000,and(fiat_price.gt.2500,project_name.like.T*)'), 2],
    ['range of values', (q: Query) => q.gte('fiat_price', 2000).lt('fiat_price', 3000), 1],
    ['injection', (q: Query) => q.eq('project_name', "x'; drop table users; --"), 0],
  ])('filter %s', async (_name, filter, count) => {
    const { data, error } = await filter(
      (await as(bia.uid)).from('projects').select('id') as unknown as Query,
    )
    expect(error).toBeNull()
    expect(data).toHaveLength(count)
  })

  test('pages and counts', async () => {
    const client = await as(bia.uid)
    const page = await client.from('projects').select('id', { count: 'exact' }).order('id').range(1, 1)
    expect(page).toMatchObject({ status: 206, count: 3 })
    expect(page.data).toHaveLength(1)
    expect((await client.from('projects').select('*', { count: 'exact', head: true })).error).not.toBeNull()
    expect(await client.from('projects').select('id', { count: 'exact', head: true })).toMatchObject({
      count: 3,
    })
    const beyond = await client.from('projects').select('id', { count: 'exact' }).range(10, 12)
    expect(beyond).toMatchObject({ status: 416, error: { code: 'PGRST103' } })
  })

  test.each([
    ['an unknown table', 'nothing', 'id', 404, 'PGRST205'],
    ['an unknown column', 'projects', 'nothing', 400, '42703'],
    ['an unknown relation', 'projects', 'id,nothing(id)', 400, 'PGRST200'],
    ['a broken select', 'projects', 'id,(', 400, 'PGRST100'],
  ])('%s', async (_name, table, select, status, code) => {
    expect(await (await as(bia.uid)).from(table).select(select)).toMatchObject({ status, error: { code } })
  })

  test('a forged token and an expired one', async () => {
    const read = (token: string) =>
      fetch(`${harness.url}/rest/v1/users?select=uid`, {
        headers: { apikey: harness.anonKey, authorization: `Bearer ${token}` },
      })
    expect((await read('eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.AAAA')).status).toBe(401)
    const expired = await new SignJWT({
      role: 'authenticated',
      aud: 'authenticated',
      sub: ana.uid,
      exp: 1000,
    })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(JWT_SECRET))
    const answer = await read(expired)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ code: 'PGRST303', message: 'JWT expired' })
  })
})

describe('writing', () => {
  test('what is kept for ever is not even the service’s to delete', async () => {
    const service = createClient(harness.url, harness.serviceKey)
    for (const table of ['users', 'projects']) {
      const { status, error } = await service.from(table).delete().gt('id', 0)
      expect([table, status, error?.code]).toEqual([table, 409, 'PT409'])
    }
  })

  test('a profile right after sign-up, by nobody signed in, for that account alone', async () => {
    const uid = crypto.randomUUID()
    await database.sql`insert into auth.users (id, email, created_at) values (${uid}, 'nova@tune.test', now())`
    const anon = await as(null)
    const profile = {
      uid,
      email: 'nova@tune.test',
      tel: '+55 (11) 9 8765-4321',
      nickname: 'nova',
      provider: 'email',
    }
    expect(await anon.from('users').insert({ ...profile, role: 'admin' })).toMatchObject({ status: 401 })
    expect(await anon.from('users').insert({ ...profile, email: 'outra@tune.test' })).toMatchObject({
      status: 401,
    })
    expect(await anon.from('users').insert({ ...profile, uid: crypto.randomUUID() })).toMatchObject({
      status: 401,
    })
    expect(await anon.from('users').insert(profile)).toMatchObject({ status: 201, error: null })
    expect(await anon.from('users').insert(profile)).toMatchObject({
      status: 409,
      error: { code: '23505' },
    })
    const [row] = await database.sql`select tel, role, is_active from users where uid = ${uid}`
    expect(row).toEqual({ tel: '+5511987654321', role: 'user', is_active: true })
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    ' javascript:alert(1)',
    'images/x.png',
    'https://evil.test/x.png',
    '//evil.test/x.png',
    'https://lh3.googleusercontent.com.evil.test/x.png',
    'https://lh3.googleusercontent.com@evil.test/x.png',
  ])('a portrait at %s is refused', async (address) => {
    const client = await as(ana.uid)
    const { error } = await client.from('users').update({ photo_url: address }).eq('uid', ana.uid)
    expect(error).toMatchObject({ code: '23514' })
    const good = { photo_url: 'https://lh3.googleusercontent.com/a/ana=s96-c' }
    expect((await client.from('users').update(good).eq('uid', ana.uid)).error).toBeNull()
  })

  test('one’s own row, and of it only what is one’s own to change', async () => {
    const client = await as(ana.uid)
    const change = (values: object) => client.from('users').update(values).eq('uid', ana.uid)
    expect(await change({ full_name: 'Ana', first_access: false })).toMatchObject({
      status: 204,
      error: null,
    })
    for (const values of [{ role: 'admin' }, { wallet: `0x${'1'.repeat(40)}` }, { email: 'x@tune.test' }]) {
      expect(await change(values)).toMatchObject({ status: 403, error: { code: '42501' } })
    }
    expect(await change({ first_access: true })).toMatchObject({ error: { code: '42501' } })
    expect(await change({ document: '11111111111' })).toMatchObject({
      status: 400,
      error: { code: '23514' },
    })
    expect(await change({ is_complete_profile: true })).toMatchObject({
      status: 400,
      error: { code: '23514' },
    })
    expect(await change({ nothing: 1 })).toMatchObject({ status: 400, error: { code: 'PGRST204' } })
    const others = await client.from('users').update({ full_name: 'X' }).eq('uid', bia.uid).select()
    expect(others.data).toEqual([])
  })

  test('shows what it wrote when asked', async () => {
    const client = await as(ana.uid)
    const { data } = await client
      .from('users')
      .update({ full_name: 'Ana B' })
      .eq('uid', ana.uid)
      .select('full_name')
      .single()
    expect(data).toEqual({ full_name: 'Ana B' })
  })

  test('an inactive account stays inactive', async () => {
    const uid = crypto.randomUUID()
    await database.sql`insert into auth.users (id, email, email_confirmed_at) values (${uid}, 'off@tune.test', now())`
    await database.sql`insert into users (uid, email, nickname) values (${uid}, 'off@tune.test', 'off')`
    const client = await as(uid)
    await client.from('users').update({ is_active: false }).eq('uid', uid)
    await client.from('users').update({ is_active: true }).eq('uid', uid)
    expect(await database.sql`select is_active from users where uid = ${uid}`).toEqual([{ is_active: false }])
  })

  test('an account ends only by a session that proved lately whose it is', async () => {
    const uid = crypto.randomUUID()
    const { sql } = database
    await sql`insert into auth.users (id, email, email_confirmed_at) values (${uid}, 'stolen@tune.test', now())`
    await sql`insert into users (uid, email, nickname) values (${uid}, 'stolen@tune.test', 'stolen')`
    const session = await sessionOf(uid)
    const client = await as(uid, { session_id: session })
    const end = () => client.from('users').update({ is_active: false }).eq('uid', uid)
    const isActive = async () =>
      (await sql<{ is_active: boolean }[]>`select is_active from users where uid = ${uid}`)[0]
    expect(await end()).toMatchObject({ status: 403, error: { code: 'PT403', hint: 'proof_due' } })
    expect(await isActive()).toEqual({ is_active: true })
    await sql`
        insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
        values (${session}, 'password', now(), now())`
    expect((await end()).status).toBe(204)
    expect(await isActive()).toEqual({ is_active: false })
  })

  test('nothing once the session has ended, whatever the token says', async () => {
    const { sql } = database
    const session = await sessionOf(ana.uid)
    const client = await as(ana.uid, { session_id: session })
    const read = async () => (await client.from('users').select('uid')).data
    const change = async (full_name: string) =>
      (await client.from('users').update({ full_name }).eq('uid', ana.uid).select('full_name')).data
    expect([await read(), await change('Antes')]).toEqual([[{ uid: ana.uid }], [{ full_name: 'Antes' }]])
    await sql`delete from auth.sessions where id = ${session}`
    expect([await read(), await change('Depois')]).toEqual([[], []])
    const request = await client
      .from('support_requests')
      .insert({ user_id: ana.uid, subject: 'Conta', message: 'Oi' })
    expect(request.error?.code).toBe('42501')
    expect(await sql`select full_name from users where uid = ${ana.uid}`).toEqual([{ full_name: 'Antes' }])
    const theirs = await as(ana.uid, { session_id: await sessionOf(bia.uid) })
    expect((await theirs.from('users').select('uid')).data).toEqual([])
  })

  test('nothing of the market', async () => {
    const client = await as(ana.uid)
    const payment = { user_id: ana.uid, flow: 'balance', method: 'card', amount: 1, status: 'succeded' }
    expect((await client.from('payments').insert(payment)).error?.code).toBe('42501')
    expect(
      (await client.from('payments').update({ status: 'succeded' }).eq('user_id', ana.uid)).error?.code,
    ).toBe('42501')
    expect((await client.from('mints').delete().eq('user_id', ana.uid)).error?.code).toBe('42501')
    expect((await client.from('units').select('id')).error?.code).toBe('42501')
  })
})

describe('calling', () => {
  test('says whether somebody has it, and no more', async () => {
    const anon = await as(null)
    const exists = async (field: string, value: string) =>
      (await anon.rpc('user_exists', { field, value })).data
    expect(await exists('email', ' ANA@tune.test')).toBe(true)
    expect(await exists('email', 'ninguem@tune.test')).toBe(false)
    expect(await exists('nickname', 'BIA')).toBe(true)
    expect(await anon.rpc('user_exists', { nothing: 1 })).toMatchObject({
      status: 404,
      error: { code: 'PGRST202' },
    })
    expect(await anon.rpc('enqueue', {})).toMatchObject({ status: 404 })
  })

  test('whether a CPF is known hears only somebody who is signed in and asked for theirs', async () => {
    const cpf = { field: 'document', value: '529.982.247-25' }
    expect(await (await as(null)).rpc('user_exists', cpf)).toMatchObject({
      status: 401,
      error: { code: '42501' },
    })
    expect((await (await as(ana.uid)).rpc('user_exists', cpf)).data).toBe(false)
  })

  test.each([
    ['Cyrillic letters', 'luarа-nova', 'luara-nova'],
    ['Greek and fancy ones', 'ｃοbra', 'Cobra'],
    ['nothing but Cyrillic', 'раро', 'papo'],
  ])(
    'a nickname of %s is refused, and counts as taken where it looks like another',
    async (_what, fake, real) => {
      const people = [real, fake].map((nickname) => ({ nickname, uid: crypto.randomUUID() }))
      const answers = []
      for (const { nickname, uid } of people) {
        const email = `${uid}@tune.test`
        await database.sql`insert into auth.users (id, email, email_confirmed_at) values (${uid}, ${email}, now())`
        await database.sql`insert into users (uid, email) values (${uid}, ${email})`
        const client = await as(uid)
        answers.push((await client.from('users').update({ nickname }).eq('uid', uid)).error?.code)
      }
      expect(answers).toEqual([undefined, 'PT422'])
      const { data } = await (await as(null)).rpc('user_exists', { field: 'nickname', value: fake })
      expect(data).toBe(true)
    },
  )

  test('a nickname that is an address is refused', async () => {
    const client = await as(ana.uid)
    const { error, status } = await client.from('users').update({ nickname: 'evil.shop' }).eq('uid', ana.uid)
    expect([status, error]).toEqual([
      422,
      expect.objectContaining({
        code: 'PT422',
        message: 'A nickname cannot contain a link or the name of a site.',
      }),
    ])
  })

  test.each([
    ['a telephone number', { nickname: 'Ligue (11) 98765-4321' }, 422, 'PT422'],
    ['an office’s name in digits that look like letters', { nickname: 'Sup0rte' }, 409, '23505'],
    ['no end', { nickname: 'a'.repeat(100_000) }, 400, '22001'],
    ['no end either', { full_name: 'a'.repeat(100_000) }, 400, '22001'],
  ])('a profile with %s is refused', async (_what, change, status, code) => {
    const client = await as(ana.uid)
    const refused = await client.from('users').update(change).eq('uid', ana.uid)
    expect([refused.status, refused.error?.code]).toEqual([status, code])
  })

  test('what somebody agreed to stays on record', async () => {
    const client = await as(ana.uid)
    const agree = async (terms_version: string | null) =>
      (await client.from('users').update({ terms_version }).eq('uid', ana.uid)).error?.code
    expect(await agree('2026-11-22')).toBeUndefined()
    expect(await agree(null)).toBe('42501')
    expect(await agree('2026-11-01')).toBe('42501')
    expect(await agree('9999-01-01')).toBe('PT422')
  })

  test('an address that nobody confirms keeps a nickname from nobody for longer than a day', async () => {
    const { sql } = database
    const [squatter, person] = [crypto.randomUUID(), crypto.randomUUID()]
    const emailOf = (uid: string) => `${uid}@tune.test`
    await sql`insert into auth.users (id, email) values (${squatter}, ${emailOf(squatter)})`
    await sql`insert into users (uid, email, nickname) values (${squatter}, ${emailOf(squatter)}, 'Cobiçado')`
    await sql`insert into auth.users (id, email, email_confirmed_at) values (${person}, ${emailOf(person)}, now())`
    await sql`insert into users (uid, email) values (${person}, ${emailOf(person)})`
    const client = await as(person)
    const take = () => client.from('users').update({ nickname: 'cobiçado' }).eq('uid', person)
    const isTaken = async () =>
      (await client.rpc('user_exists', { field: 'nickname', value: 'Cobiçado' })).data
    expect([(await take()).error?.code, await isTaken()]).toEqual(['23505', true])
    await sql`update auth.users set created_at = now() - interval '25 hours' where id = ${squatter}`
    expect(await isTaken()).toBe(false)
    expect((await take()).error).toBeNull()
    expect(await sql`select nickname from users where uid = ${squatter}`).toEqual([{ nickname: null }])
  })

  test('not without end', async () => {
    const anon = await as(null)
    const ask = () => anon.rpc('user_exists', { field: 'email', value: 'x' })
    let last = await ask()
    for (let count = 0; count < 130 && last.status === 200; count++) last = await ask()
    expect(last.status).toBe(429)
  })
})

type Query = {
  [name in 'eq' | 'neq' | 'gte' | 'lt' | 'ilike' | 'is']: (column: string, value: unknown) => Query
} & {
  in: (column: string, values: unknown[]) => Query
  not: (column: string, operator: string, value: unknown) => Query
  or: (text: string) => Query
} & PromiseLike<{ data: unknown[] | null; error: unknown }>
