/** The audit trail, narrowed to a person: all that was done by them and about them, whatever it is filed under. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { buyFromWallet } from '../../testing/paid-by-card.ts'
import type { Page } from '../api/call.ts'
import type { ListQuery } from '../back-office/list.ts'
import { auditTrail } from './audit-trail.ts'
import type { AuditWire } from './contract.ts'

let market: Market
let admin: TestFan
beforeAll(async () => {
  market = await createMarket()
  admin = await market.newAdmin()
})
afterAll(() => market.close())

const deeds = async (query: string) =>
  ((await market.call(admin, `/admin/audit?${query}`)) as unknown as Page<AuditWire>).data.map(
    ({ action }) => action,
  )
const done = (action: string, subject: string) => market.sql`
  insert into private.admin_actions (admin_id, action, subject) values (${admin.uid}, ${action}, ${subject})`

/** Somebody about whom something of each kind has been done. */
async function newKnownFan(): Promise<TestFan> {
  const fan = await market.newFan(7000)
  const asked = await market.call(fan, '/redeem-balance', {
    pixKeyType: 'email',
    pixKey: fan.email,
    amount: 4321,
  })
  const { uid } = asked.data as { uid: string }
  await market.call(admin, `/admin/withdrawals/${uid}/reject`, { reason: 'a chave não confere' })
  const payment = await buyFromWallet(market, fan, await market.newProject())
  await market.call(admin, `/admin/activity/${payment}/refunds`, {
    amount: 2000,
    destination: 'wallet',
    reason: 'engano',
    despitePlay: false,
  })
  const [request] = await market.sql<{ id: number }[]>`
    insert into support_requests (user_id, subject, message) values (${fan.uid}, 'Saldo', 'Onde está?') returning id`
  await done('support.close', String(request?.id))
  // Numbers of jobs are not those of requests.
  await done('job.retry', String(request?.id))
  const [money] = await market.sql<{ subject: string }[]>`
    insert into private.money_decisions (about, subject, outcome, amount, user_id, note, people_due)
    values ('unmatched', gen_random_uuid(), 'credited', 100, ${fan.uid}, 'era dela', 1) returning subject`
  await done('unmatched.credit', money?.subject ?? '')
  await done('write-off.request', fan.uid)
  return fan
}
const ABOUT_THEM = [
  'refund.approve',
  'refund.request',
  'support.close',
  'unmatched.credit',
  'withdrawal.reject',
  'write-off.request',
]

test('narrowed to a person it tells their withdrawals, refunds, requests, credits and debts given up', async () => {
  const [fan, other] = [await newKnownFan(), await market.newFan()]
  expect((await deeds(`person=${fan.uid}`)).sort()).toEqual(ABOUT_THEM)
  expect(await deeds(`person=${fan.uid}&flow=support`)).toEqual(['support.close'])
  expect(await deeds(`person=${other.uid}`)).toEqual([])
  // Whoever searches for them finds the same, and who has looked them up.
  const found = await deeds(`search=${encodeURIComponent(fan.email)}`)
  expect(found.filter((deed) => deed !== 'user.read').sort()).toEqual(ABOUT_THEM)
  expect(found).toContain('user.read')
})

test('a search finds deeds by the name of the project or artist that they are about', async () => {
  const project = await market.newProject()
  await market.sql`update projects set project_name = 'Janela Acesa' where id = ${project.id}`
  const [artist] = await market.sql<{ uid: string }[]>`
    insert into private.artists (wallet, name) values (${`0x${'9'.repeat(40)}`}, 'Orquestra Quintal') returning uid`
  await done('project.pause', project.uid)
  await done('project.resume', project.uid)
  await done('artist.revoke-link', artist?.uid ?? '')
  expect(await deeds('search=janela%20acesa')).toEqual(['project.resume', 'project.pause'])
  expect(await deeds('search=orquestra%20quintal')).toEqual(['artist.revoke-link'])
})

test('a deed about a request or a proposal names the person, one about shares the work', async () => {
  const fan = await market.newFan()
  await market.sql`update users set full_name = 'Fã do Arquivo' where uid = ${fan.uid}`
  const project = await market.newProject()
  await market.sql`update projects set project_name = 'Quarto Minguante' where id = ${project.id}`
  const [request] = await market.sql<{ id: number }[]>`
    insert into support_requests (user_id, subject, message) values (${fan.uid}, 'Saldo', 'Cadê?') returning id`
  const [proposal] = await market.sql<{ id: number }[]>`
    insert into register_projects (user_id, message) values (${fan.uid}, 'Um disco.') returning id`
  await done('support.answer', String(request?.id))
  await done('proposal.read', String(proposal?.id))
  await done('split.propose', project.uid)
  const trail = (await market.call(admin, '/admin/audit?limit=3')) as unknown as Page<AuditWire>
  expect(trail.data.map(({ name }) => name)).toEqual([
    'Quarto Minguante',
    `Fã do Arquivo · ${proposal?.id}`,
    `Fã do Arquivo · ${request?.id}`,
  ])
})

test('a person’s deeds are read from the indexes, never by a walk along the trail', async () => {
  const fan = await newKnownFan()
  await market.sql`
    insert into private.admin_actions (admin_id, action, subject)
    select ${admin.uid}, 'file.save', 'walk' || n from generate_series(1, 20000) n`
  await market.sql`analyze private.admin_actions`
  const query: ListQuery = {
    search: '',
    order: 'newest',
    limit: 50,
    after: null,
    filters: { person: fan.uid },
  }
  const reads = await market.sql.begin(async (tx) => {
    const walked = async () => {
      const [row] = await tx<{ rows: number }[]>`
        select (pg_stat_get_xact_tuples_returned('private.admin_actions'::regclass)
          + pg_stat_get_xact_tuples_fetched('private.admin_actions'::regclass))::int as rows`
      return row?.rows ?? 0
    }
    const before = await walked()
    await auditTrail.read(tx as never, query, admin.uid)
    return (await walked()) - before
  })
  expect(reads).toBeLessThan(1000)
})
