/** The filters and the search of the back office's lists, through their door. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import type { Page } from '../api/call.ts'

let market: Market
let admin: TestFan
beforeAll(async () => {
  market = await createMarket()
  admin = await market.newAdmin()
})
afterAll(() => market.close())

type Row = {
  evidenceDueAt?: string | null
  id: number
  uid: string
  status: string
  turn: string | null
  amount: number
}
async function page(path: string): Promise<Page<Row>> {
  const answer = await market.call(admin, `/admin/${path}`)
  expect(answer, path).not.toHaveProperty('data.code')
  return answer as unknown as Page<Row>
}
const uids = async (path: string) => (await page(path)).data.map(({ uid }) => uid)

type Facts = { method: 'card' | 'pix'; status: string; amount: number; at: string }
/** A deposit as the books would have it. */
async function payment(fan: TestFan, facts: Partial<Facts> = {}): Promise<{ id: number; uid: string }> {
  const { method = 'card', status = 'pending', amount = 1000, at = '2026-03-10T15:00:00Z' } = facts
  const [row] = await market.sql<{ id: number; uid: string }[]>`
    insert into payments (user_id, flow, method, amount, created_at)
    values (${fan.uid}, 'balance', ${method}, ${amount}, ${at}) returning id, uid`
  if (!row) throw new Error('no payment was made')
  if (status !== 'pending') await market.sql`update payments set status = ${status} where id = ${row.id}`
  return row
}

describe('payments', () => {
  test('are narrowed by state, method, amount, day and person, each alone and together', async () => {
    const fan = await market.newFan()
    const other = await market.newFan()
    const unpaid = await payment(fan, { method: 'pix', status: 'failed', amount: 1500 })
    const failed = await payment(fan, { status: 'failed', amount: 2500, at: '2026-03-12T02:59:59Z' })
    const waiting = await payment(fan, { amount: 3500, at: '2026-03-12T03:00:00Z' })
    await payment(other, { status: 'failed', at: '2026-03-12T12:00:00Z' })
    const of = (query: string) => uids(`activity?person=${fan.uid}&${query}`)
    expect(await of('')).toEqual([waiting.uid, failed.uid, unpaid.uid])
    expect(await of('status=failed')).toEqual([failed.uid])
    expect(await of('status=unpaid')).toEqual([unpaid.uid])
    expect(await of('method=pix')).toEqual([unpaid.uid])
    expect(await of('method=card&status=unpaid')).toEqual([])
    expect(await of('flow=mint')).toEqual([])
    expect(await of('least=1501&most=3500&sort=oldest')).toEqual([failed.uid, waiting.uid])
    // The days are those of São Paulo.
    expect(await of('from=2026-03-12')).toEqual([waiting.uid])
    expect(await of('to=2026-03-11&sort=oldest')).toEqual([unpaid.uid, failed.uid])
    expect(await of(`search=${encodeURIComponent('25,00')}&status=failed`)).toEqual([failed.uid])
    // Of everybody: the walk by state alone.
    expect(await uids('activity?status=unpaid&method=pix')).toContain(unpaid.uid)
    expect(await uids('activity?status=failed')).not.toContain(unpaid.uid)
  })

  test('come page by page, each once, in whichever order the days or states ask for', async () => {
    const fan = await market.newFan()
    const made = []
    // The same instant, and ids that do not follow the days.
    for (const at of ['2027-01-03', '2027-01-01', '2027-01-02', '2027-01-02', '2027-01-02'])
      made.push(await payment(fan, { at: `${at}T12:00:00Z`, method: 'pix' }))
    for (const query of [
      'from=2027-01-01',
      'from=2027-01-01&sort=oldest',
      `status=pending&method=pix&from=2027-01-01`,
      `search=${fan.email}`,
    ]) {
      const seen: string[] = []
      for (let after = ''; ; ) {
        const { data, next } = await page(`activity?${query}&limit=2${after}`)
        seen.push(...data.map(({ uid }) => uid))
        if (next === null) break
        after = `&after=${next}`
      }
      expect(seen.toSorted(), query).toEqual(made.map(({ uid }) => uid).toSorted())
    }
  })

  test('say first that they are disputed or given back, and are found by that', async () => {
    const fan = await market.newFan()
    const turnOf = async (uid: string) =>
      (await page(`activity?person=${fan.uid}`)).data.find((row) => row.uid === uid)?.turn
    const disputed = await payment(fan, { status: 'succeded' })
    await market.sql`
      insert into private.disputes (provider_id, payment_id, user_id, amount, fan_part, reason, evidence_due_at)
      values ('dp_filters_1', ${disputed.id}, ${fan.uid}, 1000, 1000, 'fraudulent', '2026-12-10T12:00:00Z')`
    const partly = await payment(fan, { status: 'succeded' })
    await market.sql`
      insert into private.refunds
        (payment_id, user_id, amount, destination, reason, despite_play, status, provider_id, ended_at)
      values (${partly.id}, ${fan.uid}, 400, 'card', 'twice', false, 'done', 're_filters_1', now())`
    expect(await turnOf(disputed.uid)).toBe('disputed')
    const [due] = (await page(`activity?person=${fan.uid}&status=disputed`)).data
    expect(due?.evidenceDueAt).toBe('2026-12-10T12:00:00.000Z')
    const detail = await market.call(admin, `/admin/activity/${disputed.uid}`)
    expect(detail.data).toMatchObject({ disputes: [{ evidenceDueAt: '2026-12-10T12:00:00.000Z' }] })
    expect(await turnOf(partly.uid)).toBe('partly_refunded')
    expect(await uids(`activity?person=${fan.uid}&status=disputed`)).toEqual([disputed.uid])
    expect(await uids(`activity?person=${fan.uid}&status=refunded`)).toEqual([partly.uid])
    const lost = await payment(fan, { status: 'succeded' })
    await market.sql`
      insert into private.disputes (provider_id, payment_id, user_id, amount, fan_part, reason)
      values ('dp_filters_2', ${lost.id}, ${fan.uid}, 1000, 1000, 'fraudulent')`
    await market.sql`update private.disputes set status = 'lost', ended_at = now() where payment_id = ${lost.id}`
    expect(await uids(`activity?person=${fan.uid}&status=disputed`)).toEqual([disputed.uid])
    expect(await uids(`activity?person=${fan.uid}&status=dispute_lost`)).toEqual([lost.uid])
    // A bank's word is said before the status, so neither is found by that.
    expect(await uids(`activity?person=${fan.uid}&status=succeded`)).toEqual([partly.uid])
    expect(await uids('activity?status=succeded')).not.toContain(lost.uid)
    await market.sql`update private.disputes set status = 'won', ended_at = now() where payment_id = ${disputed.id}`
    expect(await turnOf(disputed.uid)).toBe('dispute_won')
    expect(await uids(`activity?person=${fan.uid}&status=dispute_won`)).toEqual([disputed.uid])
    expect(await uids(`activity?person=${fan.uid}&status=succeded`)).toEqual([partly.uid, disputed.uid])
    expect((await page(`activity?search=${disputed.uid}`)).data[0]?.evidenceDueAt).toBeNull()
    await market.sql`
      insert into private.refunds (payment_id, user_id, amount, destination, reason, despite_play)
      values (${partly.id}, ${fan.uid}, 600, 'card', 'the rest', false)`
    expect(await turnOf(partly.uid)).toBe('refund_waiting')
    expect(await uids(`activity?person=${fan.uid}&status=refund_waiting`)).toEqual([partly.uid])
    const asked = await payment(fan, { status: 'succeded' })
    await market.sql`
      insert into private.refunds (payment_id, user_id, amount, destination, reason, despite_play)
      values (${asked.id}, ${fan.uid}, 600, 'card', 'asked for', false)`
    expect(await uids(`activity?person=${fan.uid}&status=refund_waiting`)).toEqual([asked.uid, partly.uid])
    expect(await uids(`activity?person=${fan.uid}&status=refunded`)).toEqual([partly.uid])
    // Made in the processor's panel: nobody approves what has left already.
    await market.sql`
      update private.refunds set made_elsewhere = true, provider_id = 're_filters_2' where payment_id = ${asked.id}`
    expect(await turnOf(asked.uid)).toBe('refunding')
    expect(await uids(`activity?person=${fan.uid}&status=refunded`)).toEqual([asked.uid, partly.uid])
    // By the provider's ids.
    expect(await uids('activity?search=dp_filters_1')).toEqual([disputed.uid])
    expect(await uids('activity?search=re_filters_1')).toEqual([partly.uid])
  })

  test('are found by each name that they have', async () => {
    const fan = await market.newFan(5000)
    const project = await market.newProject({ price: 1000 })
    await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
    const [own] = await market.sql<{ uid: string; token: string }[]>`
      select payments.uid, mints.uid as token from payments join mints on payment_id = payments.id
      where payments.user_id = ${fan.uid}`
    const hash = `0x${'ab'.repeat(32)}`
    await market.sql`
      with sent as (
        insert into chain.transactions (signer, nonce, raw, hashes)
        values (${`0x${'1'.repeat(40)}`}, 7, '0x', ${[`0x${'cd'.repeat(32)}`, hash]}) returning id
      )
      insert into chain.operations (key, kind, payload, status, transaction_id)
      select 'sell-again', 'sell_unit', ${market.sql.json({ reference: own?.token ?? '' })}, 'sent', id from sent`
    const intent = await payment(fan)
    await market.sql`update payments set intent_id = 'pi_filters_1' where id = ${intent.id}`
    expect(await uids(`activity?search=${own?.uid.toUpperCase()}`)).toEqual([own?.uid])
    expect(await uids(`activity?search=${own?.token}`)).toEqual([own?.uid])
    expect(await uids(`activity?search=${hash.replaceAll('a', 'A')}`)).toEqual([own?.uid])
    expect(await uids('activity?search=pi_filters_1')).toEqual([intent.uid])
    const [person] = await market.sql<{ document: string; wallet: string }[]>`
      select document, wallet from users where uid = ${fan.uid}`
    for (const name of [person?.document, person?.wallet, fan.uid, fan.email])
      expect(await uids(`activity?search=${name}`), name).toContain(own?.uid)
  })
})

describe('people and withdrawals', () => {
  test('are found by CPF, phone, wallet, PIX key, uid and the bank’s name, however they are written', async () => {
    const fan = await market.newFan(9000)
    await market.sql`
      update users set tel = '+5521998877665', nickname = 'quero-quero' where uid = ${fan.uid}`
    const [person] = await market.sql<{ document: string; wallet: string }[]>`
      select document, wallet from users where uid = ${fan.uid}`
    const pixKey = crypto.randomUUID()
    await market.call(fan, '/redeem-balance', { pixKeyType: 'random', pixKey, amount: 4321 })
    const [withdrawal] = await market.sql<{ uid: string }[]>`
      update redeem_balance set end_to_end_id = 'E1850502420260310abcdef' where pix_key = ${pixKey} returning uid`
    const cpf = person?.document.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4') ?? ''
    const names = [cpf, person?.document, '(21) 99887-7665', person?.wallet.toUpperCase().replace('X', 'x')]
    // Of a wallet, the beginning that screens show is enough.
    names.push(person?.wallet.slice(0, 12))
    for (const name of [...names, pixKey, fan.uid, 'quero-quero', fan.email]) {
      const search = `search=${encodeURIComponent(name ?? '')}`
      expect(await uids(`users?${search}`), name).toEqual([fan.uid])
      expect(await uids(`withdrawals?${search}`), name).toEqual([withdrawal?.uid])
    }
    for (const name of [withdrawal?.uid, 'E1850502420260310abcdef'])
      expect(await uids(`withdrawals?search=${name}`), name).toEqual([withdrawal?.uid])
    expect(await uids(`withdrawals?person=${fan.uid}&status=requested&most=4321`)).toEqual([withdrawal?.uid])
    for (const none of ['status=paid', 'least=4322', 'to=2020-01-01'])
      expect(await uids(`withdrawals?person=${fan.uid}&${none}`)).toEqual([])
  })

  test('accounts are narrowed by their state', async () => {
    const fan = await market.newFan()
    const seen = async (status: string) =>
      (await uids(`users?status=${status}&search=${fan.email}`)).includes(fan.uid)
    expect(await seen('complete')).toBe(true)
    for (const other of ['incomplete', 'inactive', 'erased', 'admin']) expect(await seen(other)).toBe(false)
    await market.sql`update users set is_active = false where uid = ${fan.uid}`
    expect(await seen('inactive')).toBe(true)
    expect(await seen('complete')).toBe(false)
    expect(await uids('users?status=admin')).toEqual([admin.uid])
  })
})

test('projects, proposals and requests are narrowed by their state', async () => {
  const fan = await market.newFan()
  const live = await market.newProject({})
  const draft = await market.newProject({ published: false })
  expect(await uids('projects?status=first_lot')).toContain(live.uid)
  expect(await uids('projects?status=first_lot')).not.toContain(draft.uid)
  expect(await uids(`projects?search=${draft.uid}`)).toEqual([draft.uid])
  await market.sql`insert into register_projects (user_id, message) values (${fan.uid}, 'um disco')`
  await market.sql`
    insert into support_requests (user_id, subject, message) values (${fan.uid}, 'Saques', 'e o meu PIX?')`
  for (const [list, is, isNot] of [
    ['proposals', 'received', 'accepted'],
    ['support', 'new', 'closed'],
  ]) {
    expect((await page(`${list}?person=${fan.uid}&status=${is}`)).data).toHaveLength(1)
    expect((await page(`${list}?person=${fan.uid}&status=${is}&search=${fan.email}`)).data).toHaveLength(1)
    expect((await page(`${list}?person=${fan.uid}&status=${isNot}`)).data).toHaveLength(0)
  }
})

test('refunds, write-offs and unmatched money are narrowed by day and amount', async () => {
  const [fan, other] = [await market.newFan(), await market.newFan()]
  const paid = await payment(fan, { status: 'succeded', amount: 9000 })
  await market.sql`
    insert into private.refunds (payment_id, user_id, amount, destination, reason, despite_play, created_at)
    values (${paid.id}, ${fan.uid}, 3000, 'wallet', 'one', false, '2026-03-10T15:00:00Z'),
      (${paid.id}, ${fan.uid}, 4000, 'wallet', 'two', false, '2026-03-11T15:00:00Z')`
  await market.sql`
    insert into private.write_offs (user_id, amount, reason, created_at)
    values (${fan.uid}, 3000, 'one', '2026-03-10T15:00:00Z'), (${other.uid}, 4000, 'two', '2026-03-11T15:00:00Z')`
  await market.sql`
    insert into private.webhook_events (id, provider, type, payload, received_at, outcome)
    values ('filters-pix', 'pix', 'pix', '{}', '2026-03-10T15:00:00Z', 'refused: one'),
      ('filters-card', 'stripe', 'charge', '{}', '2026-03-11T15:00:00Z', 'refused: two')`
  await market.sql`
    insert into private.unmatched_money (event_id, provider, external_id, amount, arrived_at)
    values ('filters-pix', 'pix', 'E1', 3000, '2026-03-10T15:00:00Z'),
      ('filters-card', 'stripe', 'ch_1', 4000, '2026-03-11T15:00:00Z')`
  const found = async (path: string) => (await page(path)).data.map(({ amount }) => amount)
  for (const list of ['refunds-waiting', 'write-offs-waiting', 'unmatched-waiting', 'unmatched']) {
    const own = list === 'refunds-waiting' ? `&person=${fan.uid}` : ''
    expect(await found(`${list}?sort=oldest${own}`), list).toEqual([3000, 4000])
    expect(await found(`${list}?to=2026-03-10${own}`), list).toEqual([3000])
    expect(await found(`${list}?from=2026-03-11${own}`), list).toEqual([4000])
    expect(await found(`${list}?most=3999${own}`), list).toEqual([3000])
    expect(await found(`${list}?least=3001&to=2026-03-10${own}`), list).toEqual([])
  }
  expect(await found(`refunds-waiting?person=${other.uid}`)).toEqual([])
  expect(await found(`write-offs-waiting?person=${other.uid}`)).toEqual([4000])
  expect(await found('unmatched?method=pix')).toEqual([3000])
  expect(await found('unmatched?method=stripe&status=open')).toEqual([4000])
  expect(await found('unmatched?status=credited')).toEqual([])
  type Event = { event: string }
  const events = async (query: string) =>
    ((await page(`webhooks?${query}`)) as unknown as Page<Event>).data.map(({ event }) => event)
  expect(await events('method=stripe')).toEqual(['filters-card'])
  expect(await events('to=2026-03-10')).toEqual(['filters-pix'])
})

test('debts and artists are narrowed by amount, logs by day', async () => {
  const fan = await market.newFan()
  const auction = await market.newAuction({ units: 1, price: 2000 })
  await market.sql.begin(async (tx) => {
    // As a lost dispute leaves it.
    await tx`set local session_replication_role = replica`
    await tx`
      insert into ledger.accounts (code, balance, overdraft) values (${`fan:${fan.uid}:available`}, -1500, 1500)
      on conflict (code) do update set balance = excluded.balance, overdraft = excluded.overdraft`
  })
  const debts = async (query: string) =>
    (await page(`debtors?person=${fan.uid}&${query}`)).data.map(({ id }) => id).length
  expect([await debts('least=1500'), await debts('least=1501')]).toEqual([1, 0])

  const [artist] = await market.sql<{ uid: string }[]>`
    select artists.uid from private.artists join projects on author_wallet = wallet where projects.uid = ${auction.uid}`
  expect(await uids('artists?least=1800&most=1800')).toContain(artist?.uid)
  expect(await uids('artists?least=1801')).not.toContain(artist?.uid)

  await market.sql`insert into private.admin_actions (admin_id, action, subject, created_at)
    values (${admin.uid}, 'job.retry', '7', '2026-03-10T15:00:00Z')`
  await market.sql`insert into private.reconciliations (compared, differences, made_at) values (0, '[]', '2026-03-10T15:00:00Z')`
  await market.sql`insert into chain.operations (key, kind, payload, status, failure, created_at, ended_at)
    values ('filters-1', 'sell_unit', '{}', 'failed', 'no', '2026-03-10T15:00:00Z', now())`
  await market.sql`select private.add_job('release-bids', '{}', 'filters')`
  await market.sql`
    update graphile_worker._private_jobs set attempts = max_attempts, created_at = '2026-03-10T15:00:00Z'
    where key = 'filters'`
  for (const list of ['audit', 'reconciliations', 'failed-operations', 'failed-jobs']) {
    expect((await page(`${list}?from=2026-03-10&to=2026-03-10`)).data, list).toHaveLength(1)
    expect((await page(`${list}?from=2026-03-11&to=2026-03-12`)).data, list).toHaveLength(0)
  }
})

test('nonsense is refused in plain words, in the list and in its file', async () => {
  for (const query of [
    'status=lost',
    'method=gold',
    'from=2026-02-31',
    'to=yesterday',
    'from=2026-03-02&to=2026-03-01',
    'least=-1',
    'most=1e9',
    'least=200&most=100',
    'person=me',
    'project=1',
  ]) {
    for (const path of ['/admin/activity', '/admin/activity.csv']) {
      expect(await market.call(admin, `${path}?${query}`), query).toMatchObject({
        status: 400,
        data: { code: 'filter_nonsense', error: expect.stringMatching(/^Este filtro não faz sentido/) },
      })
    }
  }
})

test('a file holds what its list is narrowed to', async () => {
  const fan = await market.newFan()
  await payment(fan, { amount: 1200 })
  await payment(fan, { amount: 3400 })
  const file = await (await market.callRaw(admin, `/admin/activity.csv?person=${fan.uid}&least=2000`)).text()
  expect(file).toContain('34,00')
  expect(file).not.toContain('12,00')
})

describe('whole pages', () => {
  test('a person’s holds say what each is for', async () => {
    const fan = await market.newFan(20_000)
    const auction = await market.newAuction({ units: 1 })
    await market.bid(fan, auction, 3000)
    await market.call(fan, '/redeem-balance', { pixKeyType: 'email', pixKey: fan.email, amount: 4321 })
    expect(await market.call(admin, `/admin/users/${fan.uid}/holds`)).toMatchObject({
      status: 200,
      data: [
        { reason: 'withdrawal', amount: 4321, payment: null },
        { reason: 'bid', amount: 3000, payment: expect.any(String), projectName: expect.any(String) },
      ],
    })
    expect((await market.call(admin, `/admin/users/${crypto.randomUUID()}/holds`)).status).toBe(404)
    expect((await market.call(fan, `/admin/users/${fan.uid}/holds`)).status).toBe(403)
  })

  test('a project tells who holds it, who has played it, and its bids', async () => {
    const fan = await market.newFan(20_000)
    const auction = await market.newAuction({ units: 2 })
    await market.bid(fan, auction, 3000)
    const path = `projects/${auction.uid}/tokens`
    expect((await page(path)).data).toHaveLength(2)
    expect((await page(`${path}?limit=1`)).next).not.toBeNull()
    expect((await page(`${path}?status=played`)).data).toEqual([])
    const [held] = (await page(path)).data
    await market.sql`
      update mints set status_song = 'pending', played_at = now(), tx_hash = ${`0x${'ef'.repeat(32)}`}
      where id = ${held?.id ?? 0}`
    expect(await uids(`${path}?status=played`)).toEqual([held?.uid])
    const bids = (await page(`activity?project=${auction.uid}&flow=bid`)).data
    expect(bids).toMatchObject([{ amount: 3000, user: { uid: fan.uid } }])
  })
})
