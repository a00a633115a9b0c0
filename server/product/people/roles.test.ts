import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mayUse, STAFF_ROLES, type StaffRole } from '#domain/role.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import type { Call } from '../api/call.ts'
import { CALLS } from '../calls.ts'
import { changeRole } from './change-role.ts'

/** A market without other owners than those that a test makes. */
let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

async function newStaff(role: StaffRole): Promise<TestFan> {
  const person = await market.newFan()
  await market.sql`update users set role = ${role} where uid = ${person.uid}`
  return person
}
const code = (answer: { data: unknown }) => (answer.data as { code?: string }).code
const change = (by: TestFan, person: TestFan, role: string, reason = 'Entrou na equipe.') =>
  market.call(by, `/admin/users/${person.uid}/role`, { role, reason })
const waitingFor = async ({ uid }: TestFan) => {
  const [row] = await market.sql<{ uid: string }[]>`
    select uid from private.role_changes where user_id = ${uid} and status = 'requested'`
  return row?.uid ?? 'none'
}
const confirm = async (by: TestFan, person: TestFan) =>
  market.call(by, `/admin/role-changes/${await waitingFor(person)}/confirm`, {})
const roleOf = async ({ uid }: TestFan) => {
  const [row] = await market.sql<{ role: string }[]>`select role from users where uid = ${uid}`
  return row?.role
}
/** Leaves only `owners` as such. */
const leave = (...owners: TestFan[]) =>
  market.sql`
    update users set role = 'user' where role = 'admin' and not uid = any (${owners.map(({ uid }) => uid)}::uuid[])`

describe.each(STAFF_ROLES)('%s', (role) => {
  test('may use what the contracts say, and is refused everything else in words', async () => {
    const person = await newStaff(role)
    for (const [name, call] of Object.entries(CALLS)) {
      if (call.caller !== 'admin') continue
      const [method = '', path = ''] = name.split(' ')
      const address = path.replace(/\{\w+\}/g, crypto.randomUUID())
      const answer = await market.callRaw(person, address, method === 'POST' ? { not: 'asked' } : undefined)
      const isRefused = answer.status === 403 && (await answer.text()).includes('role_insufficient')
      expect([name, isRefused]).toEqual([name, !mayUse(call.roles, role)])
    }
  })

  test('learns its calls, and what waits for it alone', async () => {
    const person = await newStaff(role)
    const fan = await market.newFan()
    await market.sql`insert into support_requests (user_id, subject, message) values (${fan.uid}, 'Conta', 'Oi')`
    await market.sql`insert into register_projects (user_id, message) values (${fan.uid}, 'Um disco')`
    const office = (await market.call(person, '/admin/office')).data as { role: string; calls: string[] }
    expect(office.role).toBe(role)
    expect(office.calls.includes('GET /admin/team')).toBe(role === 'admin')
    const waiting = (await market.call(person, '/admin/waiting')).data as { kind: string }[]
    const kinds = waiting.map(({ kind }) => kind)
    expect(kinds.includes('support')).toBe(role === 'support' || role === 'admin')
    expect(kinds.includes('proposal')).toBe(role === 'content' || role === 'admin')
  })
})

test('the only owner appoints alone; with a second one, the other confirms', async () => {
  const [first, second, third] = [await newStaff('admin'), await market.newFan(), await market.newFan()]
  await leave(first)
  expect((await change(first, second, 'admin')).data).toEqual({ status: 'done' })
  expect((await change(first, third, 'support')).data).toEqual({ status: 'requested' })
  expect(await roleOf(third)).toBe('user')
  expect(code(await confirm(first, third))).toBe('second_owner_due')
  expect(code(await change(second, third, 'content'))).toBe('role_change_waiting')
  const uid = await waitingFor(third)
  expect((await confirm(second, third)).data).toEqual({ status: 'done' })
  expect(await roleOf(third)).toBe('support')
  // Repeated, it changes nothing; and it cannot be turned down any more.
  expect((await market.call(second, `/admin/role-changes/${uid}/confirm`, {})).data).toEqual({
    status: 'done',
  })
  expect(code(await market.call(second, `/admin/role-changes/${uid}/reject`, {}))).toBe('role_change_decided')
  const trail = await market.sql`
    select action, admin_id from private.admin_actions where subject = ${third.uid} order by id`
  expect(trail.map(({ action, admin_id }) => [action, admin_id])).toEqual([
    ['user.role-asked', first.uid],
    ['user.role', second.uid],
  ])
})

test('the person and all owners are told by mail of a role that has changed', async () => {
  const [first, second, person] = [await newStaff('admin'), await newStaff('admin'), await market.newFan()]
  await leave(first, second)
  await change(first, person, 'support')
  const told = async () => {
    const rows = await market.sql<{ to: string; role: string }[]>`
      select payload ->> 'to' as to, payload -> 'data' ->> 'role' as role from graphile_worker._private_jobs
      where payload ->> 'template' = 'role_changed' and payload -> 'data' ->> 'person' = ${person.email}`
    expect(rows.filter(({ role }) => role !== 'support')).toEqual([])
    return rows.map(({ to }) => to).sort()
  }
  expect(await told()).toEqual([])
  await confirm(second, person)
  expect(await told()).toEqual([first.email, second.email, person.email].sort())
})

test('a deactivated owner counts as none: whoever is left changes roles alone', async () => {
  const [first, second, fan] = [await newStaff('admin'), await newStaff('admin'), await market.newFan()]
  await leave(first, second)
  await market.sql`update users set is_active = false where uid = ${second.uid}`
  expect((await change(first, fan, 'finance')).data).toEqual({ status: 'done' })
  expect(code(await change(first, first, 'user'))).toBe('last_owner')
})

test('an owner’s account is not deactivated: the role is taken first, by two', async () => {
  const [first, second] = [await newStaff('admin'), await newStaff('admin')]
  await leave(first, second)
  const deactivate = () => market.call(first, `/admin/users/${second.uid}/deactivate`, { reason: 'Fora' })
  expect(code(await deactivate())).toBe('account_of_owner')
  expect((await change(first, second, 'user')).data).toEqual({ status: 'requested' })
  await confirm(second, second)
  expect((await deactivate()).data).toEqual({ isActive: false })
})

test('what waits is what the reader may confirm: neither their own request nor one that has lapsed', async () => {
  const [first, second, third] = [await newStaff('admin'), await newStaff('admin'), await newStaff('admin')]
  const [fan, other] = [await market.newFan(), await market.newFan()]
  await leave(first, second, third)
  await market.sql`update private.role_changes set status = 'rejected', ended_at = now() where status = 'requested'`
  const waits = async (reader: TestFan) => {
    const found = (await market.call(reader, '/admin/waiting')).data as { kind: string; count: number }[]
    return found.find(({ kind }) => kind === 'role_change')?.count ?? 0
  }
  const lapsed = async () => {
    const { changes } = (await market.call(third, '/admin/team')).data as {
      changes: { person: { uid: string }; hasLapsed: boolean }[]
    }
    return changes.filter(({ hasLapsed }) => hasLapsed).map(({ person }) => person.uid)
  }
  await change(first, fan, 'support')
  await change(second, other, 'content')
  expect([await waits(first), await waits(second), await waits(third)]).toEqual([1, 1, 2])
  expect(await lapsed()).toEqual([])
  await market.sql`update users set is_active = false where uid = ${first.uid}`
  await market.sql`update users set role = 'finance' where uid = ${other.uid}`
  expect(await waits(third)).toBe(0)
  expect(await lapsed()).toEqual([fan.uid, other.uid])
  expect(code(await confirm(third, fan))).toBe('role_change_lapsed')
  await market.sql`update users set is_active = true where uid = ${first.uid}`
  expect(await waits(third)).toBe(1)
})

test('the last owner remains one, and what lapsed is not carried out', async () => {
  const [first, second, fan] = [await newStaff('admin'), await newStaff('admin'), await market.newFan()]
  await leave(first)
  expect(code(await change(first, first, 'user'))).toBe('last_owner')
  await market.sql`update users set role = 'admin' where uid = ${second.uid}`
  expect(code(await change(first, fan, 'user'))).toBe('role_unchanged')
  expect(code(await change(first, { ...fan, uid: crypto.randomUUID() }, 'support'))).toBe('user_not_found')
  await change(first, fan, 'support')
  await market.sql`update users set role = 'content' where uid = ${fan.uid}`
  expect(code(await confirm(second, fan))).toBe('role_change_lapsed')
  await market.sql`update users set role = 'user' where uid = ${fan.uid}`
  const third = await newStaff('admin')
  await market.sql`update users set role = 'finance' where uid = ${first.uid}`
  expect(code(await confirm(third, fan))).toBe('role_change_lapsed')
  const uid = await waitingFor(fan)
  expect((await market.call(third, `/admin/role-changes/${uid}/reject`, {})).data).toEqual({
    status: 'rejected',
  })
  expect(code(await market.call(third, `/admin/role-changes/${crypto.randomUUID()}/reject`, {}))).toBe(
    'role_change_not_found',
  )
})

test('two owners who remove one another at once do not both succeed', async () => {
  const [first, second] = [await newStaff('admin'), await newStaff('admin')]
  await leave(first, second)
  await change(first, second, 'user')
  await change(second, first, 'user')
  // Each may turn its own removal into an act of the other.
  const answers = await Promise.all([confirm(second, second), confirm(first, first)])
  expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200])
  const [left] = await market.sql<{ owners: number }[]>`
    select count(*)::int as owners from users where role = 'admin'`
  expect(left?.owners).toBe(1)
})

test('of many confirmations at once, one changes the role', async () => {
  const [first, second, fan] = [await newStaff('admin'), await newStaff('admin'), await market.newFan()]
  await leave(first, second)
  await change(first, fan, 'finance')
  const uid = await waitingFor(fan)
  await Promise.all(
    Array.from({ length: 8 }, () => market.call(second, `/admin/role-changes/${uid}/confirm`, {})),
  )
  const trail = await market.sql`
    select from private.admin_actions where subject = ${fan.uid} and action = 'user.role'`
  expect(trail).toHaveLength(1)
})

test('a role that was taken away is refused at the next call, in words, in sessions that go on', async () => {
  const [first, second, agent] = [await newStaff('admin'), await newStaff('admin'), await newStaff('support')]
  await leave(first, second)
  const look = async () => market.call(agent, '/admin/support')
  expect((await look()).status).toBe(200)
  await change(first, agent, 'user')
  await confirm(second, agent)
  expect((await look()).data).toMatchObject({ code: 'forbidden', error: expect.stringMatching(/acesso/) })
  expect(await changeRole(market.sql, agent.email, 'content')).toBe(true)
  expect(code(await look())).toBe('role_insufficient')
})

test('rights that grow take a new session; rights that shrink do not', async () => {
  const fan = await market.newFan()
  const sessions = async () => (await market.sql`select from auth.sessions where user_id = ${fan.uid}`).length
  const signIn = () => market.sql`insert into auth.sessions (user_id, aal) values (${fan.uid}, 'aal2')`
  await signIn()
  await changeRole(market.sql, fan.email, 'support')
  expect(await sessions()).toBe(0)
  await signIn()
  await changeRole(market.sql, fan.email, 'user')
  expect(await sessions()).toBe(1)
})

test('only an owner acts on the account of somebody who works in the back office', async () => {
  const [agent, colleague, owner] = [
    await newStaff('support'),
    await newStaff('finance'),
    await newStaff('admin'),
  ]
  const reason = { reason: 'Suspeita' }
  const on = (by: TestFan, deed: string, body: object) =>
    market.call(by, `/admin/users/${colleague.uid}/${deed}`, body)
  expect(code(await on(agent, 'deactivate', reason))).toBe('role_insufficient')
  expect(code(await on(agent, 'sessions/end', { session: null }))).toBe('role_insufficient')
  expect((await on(owner, 'deactivate', reason)).data).toEqual({ isActive: false })
})

test('what is private of a colleague is read by owners and by themselves', async () => {
  const [agent, other, owner, fan] = [
    await newStaff('support'),
    await newStaff('support'),
    await newStaff('admin'),
    await market.newFan(),
  ]
  const read = async (by: TestFan, of: TestFan) => {
    const { data } = await market.call(by, `/admin/users/${of.uid}`)
    const { tel, document, isPrivate } = data as Record<string, unknown>
    const { status } = await market.call(by, `/admin/users/${of.uid}/sessions`)
    return [tel !== null, document !== null, isPrivate, status]
  }
  const open = [true, true, false, 200]
  expect(await read(agent, other)).toEqual([false, false, true, 403])
  expect(code(await market.call(agent, `/admin/users/${owner.uid}/sessions`))).toBe('role_insufficient')
  for (const [by, of] of [
    [agent, agent],
    [agent, fan],
    [owner, agent],
  ] as const)
    expect(await read(by, of)).toEqual(open)
  // Nor is anybody found by what is hidden from whoever asks.
  const pixKey = crypto.randomUUID()
  await market.sql`insert into redeem_balance (user_id, pix_key_type, pix_key, amount) values (${other.uid}, 'random', ${pixKey}, 100)`
  for (const [place, { uid }] of [other, fan].entries())
    await market.sql`update users set tel = ${`+552199887700${place}`} where uid = ${uid}`
  const finds = async (by: TestFan, of: TestFan) => {
    const [row] = await market.sql`select tel, document, email from users where uid = ${of.uid}`
    const { tel, document, email } = row as { tel: string; document: string; email: string }
    const found = [tel, document, email, pixKey].map(async (search) => {
      const { data } = await market.call(by, `/admin/users?search=${encodeURIComponent(search)}`)
      return (data as unknown as { uid: string }[]).some(({ uid }) => uid === of.uid)
    })
    return Promise.all(found)
  }
  expect(await finds(agent, other)).toEqual([false, false, true, false])
  expect(await finds(agent, fan)).toEqual([true, true, true, false])
  for (const by of [other, owner]) expect(await finds(by, other)).toEqual([true, true, true, true])
  // Nor where a colleague writes in, as any fan does.
  for (const [person, shown] of [
    [other, false],
    [fan, true],
  ] as const) {
    const [row] = await market.sql`
      insert into support_requests (user_id, subject, message) values (${person.uid}, 'Conta', 'Oi') returning id`
    const one = (await market.call(agent, `/admin/support/${row?.id}`)).data as { user: { tel: unknown } }
    const { data } = await market.call(agent, `/admin/support?person=${person.uid}`)
    for (const { user } of [one, ...(data as (typeof one)[])]) expect(user.tel !== null).toBe(shown)
  }
})

test('support sees enough of a CPF and of PIX keys to compare them, and no more; finance sees them whole', async () => {
  const [agent, teller] = [await newStaff('support'), await newStaff('finance')]
  const fan = await market.newFan(5000)
  await market.sql`update users set document = '52998224725' where uid = ${fan.uid}`
  const body = { pixKeyType: 'email', pixKey: 'fan@tune.test', amount: 3000 }
  expect((await market.call(fan, '/redeem-balance', body)).status).toBe(201)
  const seen = async (by: TestFan) => {
    const person = (await market.call(by, `/admin/users/${fan.uid}`)) as { data: { document: string } }
    const statement = await market.call(by, `/admin/users/${fan.uid}/statement`)
    const rows = (statement as unknown as { data: { withdrawal: { pixKey: string } | null }[] }).data
    return [person.data.document, ...rows.flatMap(({ withdrawal }) => withdrawal?.pixKey ?? [])]
  }
  expect(await seen(agent)).toEqual(['•••.•••.•••-25', 'f•••@tune.test'])
  expect(await seen(teller)).toEqual(['52998224725', 'fan@tune.test'])
})

test('a file that somebody saves is in the audit trail, with what it holds and who saved it', async () => {
  const [agent, owner] = [await newStaff('support'), await newStaff('admin')]
  await market.sql`update users set full_name = 'Equipe Tune' where uid = ${agent.uid}`
  const saved = await market.callRaw(agent, '/admin/users.csv?search=ana&from=2026-01-01')
  expect(saved.status).toBe(200)
  const refused = await market.callRaw(agent, '/admin/withdrawals.csv')
  expect(refused.status).toBe(403)
  const trail = (await market.call(owner, `/admin/audit?flow=file&person=${agent.uid}`)) as unknown as {
    data: object[]
  }
  expect(trail.data).toMatchObject([
    {
      action: 'file.save',
      subject: 'users',
      admin: `Equipe Tune · ${agent.email}`,
      after: { search: 'ana', from: '2026-01-01' },
    },
  ])
})

const PARTS = Object.keys(CALLS).filter((call) => call.startsWith('GET /admin/users/{uid}'))

test.each(PARTS)('%s reads that person: in the audit trail, whatever it was asked with', async (call) => {
  const [owner, fan] = [await newStaff('admin'), await market.newFan()]
  const path = call.slice('GET '.length).replace('{uid}', fan.uid.toUpperCase())
  expect(CALLS[call as keyof typeof CALLS]).toMatchObject({ reading: 'user.read' })
  // Nobody owes anything here: lines of a debt given up are refused.
  const isRefused = path.endsWith('/write-off-lines')
  const answers = await Promise.all([1, 2, 3].map(() => market.callRaw(owner, path)))
  expect(answers.every(({ ok }) => ok)).toBe(!isRefused)
  expect(
    await market.sql`select action, subject from private.admin_actions where admin_id = ${owner.uid}`,
  ).toEqual(isRefused ? [] : [{ action: 'user.read', subject: fan.uid }])
})

const LISTS = Object.entries<Call>(CALLS).flatMap(([call, { query }]) =>
  query && 'person' in query ? [call.slice('GET '.length)] : [],
)

test.each(LISTS)(
  '%s narrowed to a person reads that person: in the audit trail, once a day',
  async (path) => {
    const [owner, fan] = [await newStaff('admin'), await market.newFan()]
    const read = () => market.sql`
    select action, subject from private.admin_actions where admin_id = ${owner.uid} and action <> 'file.save'`
    for (const query of ['', `?person=${crypto.randomUUID()}`])
      expect((await market.callRaw(owner, path + query)).status).toBe(200)
    expect(await read()).toEqual([])
    for (const uid of [fan.uid.toUpperCase(), fan.uid])
      expect((await market.callRaw(owner, `${path}?person=${uid}`)).status).toBe(200)
    expect(await read()).toEqual([{ action: 'user.read', subject: fan.uid }])
  },
)

test('whoever opens a person’s page is in the audit trail, once a day', async () => {
  const [agent, owner, fan] = [await newStaff('support'), await newStaff('admin'), await market.newFan()]
  for (const uid of [fan.uid, fan.uid, crypto.randomUUID()])
    await market.callRaw(agent, `/admin/users/${uid}`)
  const read = async () => {
    const { data } = (await market.call(owner, `/admin/audit?person=${fan.uid}`)) as unknown as {
      data: object[]
    }
    return data
  }
  const opened = { action: 'user.read', subject: fan.uid, admin: expect.stringContaining(agent.email) }
  expect(await read()).toMatchObject([opened])
  await market.callRaw(owner, `/admin/users/${fan.uid}`)
  expect(await read()).toMatchObject([{ ...opened, admin: expect.stringContaining(owner.email) }, opened])
  expect(
    await market.sql`select from private.admin_actions where action = 'user.read' and admin_id = ${agent.uid}`,
  ).toHaveLength(1)
})
