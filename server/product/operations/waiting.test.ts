/** What waits for an administrator: each kind is counted while it is open, and gone once it is dealt with. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteRestoration, releasePayouts } from '../../platform/backup/restoration.ts'
import { deliver, disputeEvent, runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { depositByCard, totalOf } from '../../testing/paid-by-card.ts'
import type { Answer } from '../api/call.ts'
import { account } from '../ledger/ledger.ts'
import type { ReconciliationWire } from './reconciliation-contract.ts'
import type { WaitingWire } from './waiting-contract.ts'

let market: Market
let admin: TestFan
beforeAll(async () => {
  market = await createMarket()
  // As the worker does every minute; what the suite began with may be older than the alarm allows.
  await market.sql`select private.count_figures()`
  admin = await market.newAdmin()
})
afterAll(() => market.close())

const waiting = async () =>
  (await (market.call(admin, '/admin/waiting') as unknown as Promise<Answer<WaitingWire[]>>)).data

test('nothing waits at first', async () => {
  expect(await waiting()).toEqual([])
})

test('requests and the company’s own matters, in the order in which they are shown, and gone once dealt with', async () => {
  const { sql } = market
  const fan = await market.newFan(10_000)
  await sql`
    insert into support_requests (user_id, subject, message, created_at) values
      (${fan.uid}, 'Compras', 'Meu $TUNE não tocou.', '2026-03-01T12:00:00Z'),
      (${fan.uid}, 'Compras', 'E ainda não toca.', now())`
  await sql`insert into register_projects (user_id, message, status) values (${fan.uid}, 'Um disco', 'read')`
  await market.call(fan, '/redeem-balance', { pixKeyType: 'email', pixKey: fan.email, amount: 1000 })
  await sql`
    insert into private.webhook_events (id, provider, type, payload, processed_at, outcome)
    values ('evt_refused', 'stripe', 'x', '{}', now(), 'refused: nothing like it')`
  await sql`
    insert into private.reconciliations (compared, differences) values
      (3, '[{"side": "chain", "subject": "x", "ledger": 1, "other": 2}, {"side": "chain", "subject": "y", "ledger": 1, "other": 3}]')`
  const found = await waiting()
  expect(found.map(({ kind, count }) => [kind, count])).toEqual([
    ['withdrawal', 1],
    ['difference', 2],
    ['webhook', 1],
    ['support', 2],
    ['proposal', 1],
  ])
  expect(found.find(({ kind }) => kind === 'support')).toMatchObject({
    oldest: '2026-03-01T12:00:00.000Z',
    due: null,
    subject: null,
  })

  await sql`update support_requests set status = 'answered' where user_id = ${fan.uid}`
  await sql`update register_projects set status = 'accepted', decided_at = now() where user_id = ${fan.uid}`
  await sql`insert into private.reconciliations (compared, differences) values (3, '[]')`
  expect((await waiting()).map(({ kind }) => kind)).toEqual(['withdrawal', 'webhook'])
})

test('a request that was answered waits since its person’s first message after the answer', async () => {
  const { sql } = market
  const fan = await market.newFan()
  const [request] = await sql<{ id: number }[]>`
    insert into support_requests (user_id, subject, message, created_at)
    values (${fan.uid}, 'Saldo', 'Cadê?', '2026-02-01T12:00:00Z') returning id`
  const id = Number(request?.id)
  const since = async () => (await waiting()).find(({ kind }) => kind === 'support')?.oldest
  const reply = (at: string) => sql`
    insert into private.support_replies (request_id, message, created_at) values (${id}, 'E aí?', ${at})`
  await reply('2026-02-02T12:00:00Z')
  expect(await since()).toBe('2026-02-01T12:00:00.000Z')
  await sql`
    insert into private.support_answers (request_id, admin_id, message, created_at)
    values (${id}, ${admin.uid}, 'Já vamos ver.', '2026-02-03T12:00:00Z')`
  await reply('2026-02-04T12:00:00Z')
  await reply('2026-02-05T12:00:00Z')
  expect(await since()).toBe('2026-02-04T12:00:00.000Z')
  await sql`update support_requests set status = 'closed' where id = ${id}`
})

test('a difference that was explained no longer waits, until its figures change', async () => {
  const { sql } = market
  const report = async (other: number) => {
    const differences = [{ side: 'chain', subject: admin.wallet, ledger: 1, other }]
    const [made] = await sql`
      insert into private.reconciliations (compared, differences)
      values (3, ${JSON.stringify(differences)}::text::jsonb) returning id`
    return Number(made?.id)
  }
  const isWaiting = async () => (await waiting()).some(({ kind }) => kind === 'difference')
  const id = await report(2)
  expect(await isWaiting()).toBe(true)
  const settle = (subject: string, note: string) =>
    market.call(admin, `/admin/reconciliations/${id}/settle`, { side: 'chain', subject, note })
  expect((await settle('nobody', 'x')).status).toBe(404)
  expect((await settle(admin.wallet, ' ')).status).toBe(400)
  const both = await Promise.all([
    settle(admin.wallet, 'Conferido: foi um teste.'),
    settle(admin.wallet, 'Outra.'),
  ])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(await isWaiting()).toBe(false)
  const reports = (await market.call(admin, '/admin/reconciliations')) as unknown as Answer<
    ReconciliationWire[]
  >
  expect(reports.data[0]?.differences[0]).toMatchObject({
    about: { kind: 'user', uid: admin.uid },
    settled: { note: expect.stringMatching(/Conferido|Outra/) },
  })
  const [{ count } = { count: 0 }] = await sql`
    select count(*)::int as count from private.admin_actions where action = 'reconciliation.settle'`
  expect(count).toBe(1)
  await report(3)
  expect(await isWaiting()).toBe(true)
})

test('after a restore the payments that stand still are said, until they go on', async () => {
  const { sql } = market
  await noteRestoration(sql, new Date('2026-03-01T12:00:00Z'))
  expect((await waiting())[0]).toMatchObject({ kind: 'restoration', count: 1, due: null, subject: null })
  await releasePayouts(sql, new Date())
  expect((await waiting()).map(({ kind }) => kind)).not.toContain('restoration')
})

test('a dispute is shown with its payment and the day its evidence is due', async () => {
  const fan = await market.newFan()
  const payment = await depositByCard(market, fan, 10_000)
  const due = new Date('2026-12-10T12:00:00Z')
  const facts = { payment, dispute: 'dp_due', amount: totalOf(10_000) }
  await deliver(market, disputeEvent({ ...facts, evidenceDue: due }))
  await runJobs(market)
  const [first] = await waiting()
  expect(first).toMatchObject({ kind: 'dispute', count: 1, due: due.toISOString(), subject: payment })
  await deliver(market, disputeEvent({ ...facts, status: 'lost' }))
  await runJobs(market)
  expect((await waiting()).map(({ kind }) => kind)).not.toContain('dispute')
})

test('a lost dispute leaves a debt that waits until somebody asks to write it off', async () => {
  const { sql } = market
  const fan = await market.newFan()
  const payment = await depositByCard(market, fan, 4000)
  await sql`select ledger.post(${sql.json([
    {
      id: `spent:${payment}`,
      kind: 'spent',
      debit: account.available(fan.uid),
      credit: account.revenue,
      amount: 4000,
    },
  ])})`
  const debts = async () => (await waiting()).find(({ kind }) => kind === 'debt')
  const facts = { payment, dispute: 'dp_debt', amount: totalOf(4000) }
  await deliver(market, disputeEvent(facts))
  await runJobs(market)
  expect(await market.balanceOf(fan)).toBe(-4000)
  // The bank has not decided.
  expect(await debts()).toBeUndefined()
  await deliver(market, disputeEvent({ ...facts, status: 'lost' }))
  await runJobs(market)
  expect(await debts()).toMatchObject({ count: 1, oldest: expect.any(String) })
  const [{ id } = { id: 0 }] = await sql<{ id: number }[]>`
    insert into private.write_offs (user_id, amount, reason) values (${fan.uid}, 4000, 'engano') returning id`
  expect(await debts()).toBeUndefined()
  await sql`update private.write_offs set status = 'rejected', ended_at = now() where id = ${id}`
  expect(await debts()).toMatchObject({ count: 1 })
  await depositByCard(market, fan, 4000)
  expect(await debts()).toBeUndefined()
})

test('payments without an answer wait after twenty minutes, like the alert about them', async () => {
  const { sql } = market
  const fan = await market.newFan()
  await sql`
    insert into payments (user_id, flow, method, amount, fee, created_at)
    values (${fan.uid}, 'balance', 'card', 1000, 79, '2026-03-01T12:00:00Z'),
      (${fan.uid}, 'balance', 'card', 1000, 79, now() - interval '19 minutes')`
  expect((await waiting()).find(({ kind }) => kind === 'pending')).toMatchObject({
    count: 1,
    oldest: '2026-03-01T12:00:00.000Z',
  })
  await sql`update payments set status = 'failed' where user_id = ${fan.uid}`
  expect((await waiting()).map(({ kind }) => kind)).not.toContain('pending')
})

test('an artist’s new key is shown with the artist whose page has it, until another person has confirmed it', async () => {
  const project = await market.newProject()
  const second = await market.newAdmin()
  const [artist] = await market.sql<{ uid: string }[]>`
    select artists.uid from private.artists join projects on lower(author_wallet) = artists.wallet
    where projects.id = ${project.id}`
  const path = `/admin/artists/${artist?.uid}/keys`
  const key = { legalName: 'Coral do Cais', pixKeyType: 'email', pixKey: 'coral@tune.test' }
  const { data } = (await market.call(admin, path, key)) as { data: { id: number } }
  const found = async () => (await waiting()).find(({ kind }) => kind === 'artist_key')
  expect(await found()).toMatchObject({ count: 1, subject: artist?.uid, oldest: expect.any(String) })
  expect((await market.call(second, `${path}/${data.id}/confirm`, {})).status).toBe(200)
  expect(await found()).toBeUndefined()
})

test('is told to nobody else', async () => {
  const fan = await market.newFan()
  expect((await market.call(fan, '/admin/waiting')).status).toBe(403)
})
