/** Executes db/policies.json cell by cell: every table, every role, every verb. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import policies from '../../../db/policies.json' with { type: 'json' }
import { createMarket, type Market } from '../../testing/market.ts'

const STAFF = ['support', 'finance', 'content', 'admin'] as const
type Role = 'anon' | 'fan' | (typeof STAFF)[number] | 'service'
type Verb = 'select' | 'insert' | 'update' | 'delete'

let market: Market
const people: Record<Role, string | null> = {
  anon: null,
  fan: null,
  support: null,
  finance: null,
  content: null,
  admin: null,
  service: null,
}

beforeAll(async () => {
  market = await createMarket()
  const [fan, other] = [await market.newFan(9000), await market.newFan(9000)]
  people.fan = fan.uid
  const staff = []
  for (const role of STAFF) {
    const person = await market.newFan(9000)
    await market.sql`update users set role = ${role} where uid = ${person.uid}`
    people[role] = person.uid
    staff.push(person)
  }
  await market.newProject({ published: false })
  const project = await market.newProject({ supply: 9 })
  for (const person of [fan, ...staff, other]) {
    await market.call(person, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
  }
  await market.sql`
    insert into play_leases (token, user_id, device, since, renewed_at)
    select uid, user_id, 'device-1', now(), now() from mints where project_id = ${project.id}`
  const auction = await market.newAuction()
  for (const [index, person] of [fan, ...staff, other].entries()) {
    expect((await market.bid(person, auction, 2000 + index)).status).toBe(200)
    await market.sql`insert into notifications (user_id, kind) values (${person.uid}, 'won')`
    await market.sql`
      insert into push_subscriptions (user_id, endpoint, p256dh, auth)
      values (${person.uid}, ${`https://push.test/${person.uid}`}, ${'B'.repeat(87)}, ${'a'.repeat(22)})`
    await market.sql`
      insert into redeem_balance (user_id, pix_key_type, pix_key, amount)
      values (${person.uid}, 'email', ${person.email}, 100)`
    for (const [table, insert] of Object.entries(OWN_INSERTS)) {
      await market.sql.unsafe(`insert into public.${table} ${insert(person.uid)}`)
    }
  }
})
afterAll(() => market.close())

/** Runs `work` as `role` and rolls back; resolves with its rows, or with the error code. */
async function as(role: Role, query: string, aal = 'aal2'): Promise<Record<string, unknown>[] | string> {
  const claims = people[role]
    ? { role: 'authenticated', sub: people[role], aal }
    : { role: role === 'service' ? 'service_role' : 'anon' }
  let answer: Record<string, unknown>[] | string = 'nothing'
  await market.sql
    .begin(async (tx) => {
      await tx`select set_config('role', ${claims.role}, true),
        set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
      try {
        answer = [...(await tx.unsafe(query))]
      } catch (fault) {
        answer = (fault as { code: string }).code
      }
      throw new Error('undo')
    })
    .catch(() => undefined)
  return answer
}

/** What people may insert in their own name, beside their profile. */
const OWN_INSERTS: Record<string, (uid: string) => string> = {
  support_requests: (uid) => `(user_id, subject, message) values ('${uid}', 'Conta', 'Oi')`,
  register_projects: (uid) => `(user_id, message) values ('${uid}', 'Um disco')`,
}

/** A column of each table that a reader may read and that says whose the row is. */
const OWNER: Record<string, string> = {
  users: 'uid',
  payments: 'user_id',
  mints: 'user_id',
  projects: 'is_active',
  bids: 'user_id',
  notifications: 'user_id',
  push_subscriptions: 'user_id',
  redeem_balance: 'user_id',
  play_leases: 'user_id',
  support_requests: 'user_id',
  register_projects: 'user_id',
}
/** A column of each table that a person might try to change. */
const CHANGED: Record<string, string> = {
  users: "full_name = 'X'",
  projects: 'fiat_price = 100',
  units: 'reserved_by = null',
  payments: "status = 'succeded'",
  mints: 'will_expire_at = now()',
  bids: 'amount = 1',
  notifications: 'is_read = true',
  push_subscriptions: "endpoint = 'https://elsewhere.test'",
  redeem_balance: "status = 'paid'",
  samples: "author = 'X'",
  play_leases: "device = 'X'",
  support_requests: "message = 'X'",
  register_projects: "message = 'X'",
}

/** Not refused is all that grants decide for the service: constraints and triggers hold for it as for everybody. */
async function attemptAsService(table: string, verb: Verb): Promise<string> {
  const query = {
    select: `select * from public.${table}`,
    insert: `insert into public.${table} default values`,
    update: `update public.${table} set ${CHANGED[table]}`,
    delete: `delete from public.${table}`,
  }[verb]
  return (await as('service', query)) === '42501' ? 'refused' : 'all'
}

async function attempt(role: Role, table: string, verb: Verb): Promise<string> {
  if (role === 'service') return attemptAsService(table, verb)
  if (verb === 'insert') return attemptInsert(role, table)
  const owner = OWNER[table] ?? '1'
  const query = {
    select: `select ${owner} as owner from public.${table}`,
    update: `update public.${table} set ${CHANGED[table]} returning ${owner} as owner`,
    delete: `delete from public.${table} returning 1 as owner`,
  }[verb]
  const answer = await as(role, query)
  if (answer === '42501') return 'refused'
  if (typeof answer === 'string') return answer
  const owners = new Set(answer.map((row) => row.owner))
  if (table === 'projects') return owners.has(false) ? 'all' : 'published'
  return owners.size === 1 && owners.has(people[role]) ? 'own' : 'all'
}

/** Beside what is written in one's own name only a profile: for an account that is the caller's to describe. */
async function attemptInsert(role: Role, table: string): Promise<string> {
  const ownInsert = OWN_INSERTS[table]
  if (ownInsert) {
    const insert = (uid: string) => as(role, `insert into public.${table} ${ownInsert(uid)}`)
    expect(await insert(people[role === 'admin' ? 'fan' : 'admin'] ?? '')).toBe('42501')
    const answer = await insert(people[role] ?? crypto.randomUUID())
    return Array.isArray(answer) ? 'own' : answer === '42501' ? 'refused' : answer
  }
  if (table !== 'users') {
    const answer = await as(role, `insert into public.${table} default values`)
    return answer === '42501' ? 'refused' : String(answer)
  }
  const uid = crypto.randomUUID()
  const own = role === 'anon'
  await market.sql`
    insert into auth.users (id, email, created_at) values (${uid}, ${`${uid}@tune.test`}, now())`
  const insert = (id: string) =>
    as(
      role,
      `insert into public.users (uid, email, nickname) values ('${id}', '${uid}@tune.test', '${uid.slice(0, 6)}')`,
    )
  const foreign = await insert(crypto.randomUUID())
  expect(foreign).toBe('42501')
  if (own) return Array.isArray(await insert(uid)) ? 'own' : 'refused'
  // A signed-in person may describe the account they are signed in to, which here has its row already.
  const before = people[role]
  people[role] = uid
  const answer = await insert(uid)
  people[role] = before
  return Array.isArray(answer) ? 'own' : String(answer)
}

test('every table of the exposed schema is in the file', async () => {
  const tables = await market.sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`
  expect(tables.map(({ name }) => name)).toEqual(Object.keys(policies).sort())
})

test('every table anywhere has row security on', async () => {
  const bare = await market.sql`
    select schemaname, tablename from pg_tables
    where not rowsecurity and schemaname in ('public', 'auth', 'storage', 'realtime', 'ledger', 'chain', 'market')`
  expect(bare).toEqual([])
})

test('strangers reach no schema but the exposed ones', async () => {
  for (const query of [
    'select * from ledger.accounts',
    'select * from chain.operations',
    'select * from market.log',
    'select * from auth.users',
  ]) {
    expect(await as('fan', query)).toBe('42501')
    expect(await as('anon', query)).toBe('42501')
    expect(await as('service', query)).toBe('42501')
  }
})

test('an administrator who signed in without a second factor sees what anybody sees', async () => {
  for (const table of ['users', 'payments', 'bids', 'support_requests', 'register_projects']) {
    const query = `select ${OWNER[table] ?? 'user_id'} as owner from public.${table}`
    const owners = async (aal?: string) => {
      const rows = await as('admin', query, aal)
      return typeof rows === 'string' ? rows : [...new Set(rows.map(({ owner }) => owner))]
    }
    expect((await owners()).length, table).toBeGreaterThan(1)
    expect(await owners('aal1'), table).toEqual([people.admin])
  }
})

describe.each(Object.entries(policies))('%s', (table, roles) => {
  describe.each(Object.entries(roles))('%s', (role, verbs) => {
    test.each(Object.entries(verbs))('%s: %s', async (verb, expected) => {
      expect(await attempt(role as Role, table, verb as Verb)).toBe(expected)
    })
  })
})
