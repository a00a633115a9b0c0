/** What is amiss in ledger and market: found, explained, corrected without changing a line, or settled with a note. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { FAULTS } from '#domain/trouble.ts'
import { createPixProvider } from '../../platform/adapters/pix.ts'
import { readSchema } from '../../platform/db/schema-files.ts'
import { ROOT } from '../../platform/root.ts'
import { runJobs } from '../../testing/card-events.ts'
import { createAuthority } from '../../testing/certificates.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { startPixNetwork } from '../../testing/pix-provider.ts'
import type { Page } from '../api/call.ts'
import type { DataOf } from '../calls.ts'
import { account } from '../ledger/ledger.ts'
import { stripeWebhook } from '../payments/card-webhook.ts'
import { pixWebhook } from '../payments/pix-webhook.ts'
import type { RemedyWire, TroubleWire } from './contract.ts'
import { lookAround } from './look-around.ts'

let market: Market
let first: TestFan
let second: TestFan
beforeAll(async () => {
  market = await createMarket({ env: { WITHDRAWAL_SECOND_PERSON_ABOVE: '5000' } })
  ;[first, second] = [await market.newAdmin(), await market.newAdmin()]
})
afterAll(() => market.close())

type Answer<Data = { code?: string }> = { status: number; data: Data }
const press = <Data = { code?: string; isDone?: boolean }>(by: TestFan, path: string, body: object = {}) =>
  market.call(by, `/admin/${path}`, body) as unknown as Promise<Answer<Data>>
const list = async (query = '') =>
  ((await market.call(first, `/admin/troubles${query}`)) as unknown as Page<TroubleWire>).data
const look = async () => {
  await lookAround(market.ctx)
  return list()
}
const remedies = async ({ uid }: TroubleWire) =>
  ((await market.call(first, `/admin/troubles/${uid}/remedies`)) as unknown as Answer<RemedyWire[]>).data
const balance = async (code: string) =>
  (await market.sql<{ balance: number }[]>`select balance from ledger.accounts where code = ${code}`)[0]
    ?.balance
const waits = async () =>
  (
    (await market.call(first, '/admin/waiting')) as unknown as Answer<{ kind: string; count: number }[]>
  ).data.find(({ kind }) => kind === 'fault')?.count ?? 0
const only = (troubles: TroubleWire[], name: string, detail?: string): TroubleWire => {
  const found = troubles.filter((each) => each.name === name && (!detail || each.detail === detail))
  if (found.length !== 1) throw new Error(`${found.length} of ${name} in ${JSON.stringify(troubles)}`)
  return found[0] as TroubleWire
}

/** A line that nobody's code has written: money moves to a fan from where a payout waits. */
const post = (id: string, debit: string, credit: string, amount: number) =>
  market.sql`select ledger.post(${market.sql.json([{ id, kind: 'odd', debit, credit, amount }])})`

test('every role learns when the books were last looked at and last compared; finance alone asks for it', async () => {
  const agent = await market.newFan()
  await market.sql`update users set role = 'support' where uid = ${agent.uid}`
  const last = async () =>
    ((await market.call(agent, '/admin/looks')) as unknown as Answer<DataOf<'GET /admin/looks'>>).data
  const never = { lookedAt: null, found: 0, comparedAt: null, comparedUntil: null, differences: 0 }
  expect(await last()).toEqual(never)
  await look()
  const [report] = await market.sql<{ at: Date }[]>`
    insert into private.reconciliations (compared, differences, compared_until)
    values (3, '[{"side": "pix"}, {"side": "cards"}]', '2026-01-02T16:38:00Z') returning made_at as at`
  await market.sql`
    insert into private.troubles (kind, name, detail) values ('fault', 'sum', 'one'), ('fault', 'sum', 'two')`
  await market.sql`update private.troubles set gone_at = now() where detail = 'two'`
  const { lookedAt, comparedAt, ...result } = await last()
  await market.sql`delete from private.troubles where detail in ('one', 'two')`
  expect(result).toEqual({ found: 1, comparedUntil: '2026-01-02T16:38:00.000Z', differences: 2 })
  expect(Date.parse(lookedAt ?? '')).not.toBeNaN()
  expect(comparedAt).toBe(report?.at.toISOString())
  for (const path of ['looks', 'reconciliations']) {
    expect((await press(agent, path)).data.code).toBe('role_insufficient')
    expect((await press(first, path)).status).toBe(200)
  }
})

test('two looks take turns, so that what the earlier one saw does not replace what the later one found', async () => {
  const fan = await market.newFan(10_000)
  const earlier = await market.sql.reserve()
  const ends = () => earlier`select pg_advisory_unlock_all()`
  onTestFinished(async () => {
    await ends()
    earlier.release()
  })
  await earlier`select pg_advisory_lock(hashtext('look-around'))`
  const later = look()
  const waiting = async () => {
    const [row] = await market.sql<{ count: number }[]>`
      select count(*)::int from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
    return row?.count
  }
  await expect.poll(waiting).toBe(1)
  await post('odd:turns', account.available(fan.uid), account.payingOut, 300)
  await ends()
  only(await later, 'payouts')
  await post('odd:turned', account.payingOut, account.available(fan.uid), 300)
  expect(await look()).toEqual([])
})

describe('a line too many', () => {
  test('is told of with its account, and taken back by another line that is shown before', async () => {
    const fan = await market.newFan(10_000)
    await post('odd:1', account.available(fan.uid), account.payingOut, 700)
    const trouble = only(await look(), 'payouts')
    expect(trouble).toMatchObject({ account: account.payingOut, offBy: 700, settled: null, decision: null })
    expect(await waits()).toBe(1)
    const [remedy, ...others] = await remedies(trouble)
    expect(others).toEqual([])
    expect(remedy).toMatchObject({
      correction: 'reversed',
      line: { id: 'odd:1', amount: 700, about: null },
      accounts: [
        {
          code: account.available(fan.uid),
          owner: { kind: 'user', uid: fan.uid },
          before: 9300,
          after: 10_000,
        },
        { code: account.payingOut, owner: null, before: 700, after: 0 },
      ],
    })
    const correct = () =>
      press(first, `troubles/${trouble.uid}/correct`, {
        correction: 'reversed',
        line: 'odd:1',
        note: 'Não é de nenhum repasse.',
      })
    const answers = await Promise.all([correct(), correct(), correct()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect(await balance(account.available(fan.uid))).toBe(10_000)
    expect(
      await market.sql`select kind, amount from ledger.transfers where id like '%odd:1' order by id`,
    ).toEqual([
      { kind: 'odd', amount: 700 },
      { kind: 'reversal', amount: 700 },
    ])
    expect(await look()).toEqual([])
    const trail = await market.sql`
      select action, after ->> 'reason' as reason from private.admin_actions where subject = ${trouble.uid}`
    expect(trail).toEqual([{ action: 'ledger.decide', reason: 'Não é de nenhum repasse.' }])
    await market.expectHealthy()
  })

  test('above the limit it takes two people, and nobody decides about their own wallet', async () => {
    const fan = await market.newFan(10_000)
    const own = await market.newAdmin(10_000)
    await post('odd:2', account.available(own.uid), account.payingOut, 100)
    const theirs = only(await look(), 'payouts')
    const body = { correction: 'reversed', line: 'odd:2', note: 'x' }
    expect((await press(own, `troubles/${theirs.uid}/correct`, body)).data.code).toBe('own_decision')
    expect((await press(first, `troubles/${theirs.uid}/correct`, body)).data).toEqual({ isDone: true })

    await post('odd:3', account.available(fan.uid), account.payingOut, 6000)
    const trouble = only(await look(), 'payouts')
    const asked = { correction: 'reversed', line: 'odd:3', note: 'Conferido com o banco.' }
    expect((await press(first, `troubles/${trouble.uid}/correct`, asked)).data).toEqual({ isDone: false })
    expect((await press(first, `troubles/${trouble.uid}/correct`, asked)).data.code).toBe('decision_waiting')
    const [waiting] = await list()
    const decision = `decisions/${waiting?.decision?.uid}`
    expect((await press(first, `${decision}/approve`)).data.code).toBe('second_person_due')
    expect((await press(second, `${decision}/reject`)).status).toBe(200)
    expect(await balance(account.available(fan.uid))).toBe(4000)
    const [offered] = await remedies(trouble)
    await press(first, `troubles/${trouble.uid}/correct`, asked)
    const [again] = await list()
    // What the first one saw.
    expect(
      (await market.call(second, `/admin/decisions/${again?.decision?.uid}/approve-lines`)).data,
    ).toEqual({
      lines: [{ id: 'odd:3', debit: account.payingOut, credit: account.available(fan.uid), amount: 6000 }],
      accounts: offered?.accounts,
    })
    expect(await balance(account.available(fan.uid))).toBe(4000)
    expect((await press(second, `decisions/${again?.decision?.uid}/approve`)).data).toEqual({ isDone: true })
    expect(await balance(account.available(fan.uid))).toBe(10_000)
    await market.expectHealthy()
  })

  test('nothing is taken back that does not mend it, or that would take an account below zero', async () => {
    const fan = await market.newFan(1000)
    await post('odd:5', account.available(fan.uid), account.disputed, 400)
    const trouble = only(await look(), 'disputes')
    const path = `troubles/${trouble.uid}/correct`
    for (const line of ['odd:1', 'no such line'])
      expect((await press(first, path, { correction: 'reversed', line, note: 'x' })).data.code).toBe(
        'no_remedy',
      )
    expect((await press(first, path, { correction: 'recounted', line: null, note: 'x' })).data.code).toBe(
      'no_remedy',
    )
    expect((await press(first, path, { correction: 'reversed', line: 'odd:5', note: ' ' })).status).toBe(400)
    expect((await press(first, path, { correction: 'reversed', line: 'odd:5', note: 'x' })).status).toBe(200)
    await market.expectHealthy()
  })
})

describe('a balance that is not what its lines add up to', () => {
  test('is counted anew, and the sum of all with it', async () => {
    const fan = await market.newFan(5000)
    const code = account.available(fan.uid)
    await market.sql`update ledger.accounts set balance = balance + 250 where code = ${code}`
    const found = await look()
    expect(found.map(({ name }) => name).sort()).toEqual(['balance', 'sum'])
    const trouble = only(found, 'balance')
    expect(trouble).toMatchObject({ offBy: 250, about: { kind: 'user', uid: fan.uid } })
    expect(await remedies(trouble)).toMatchObject([
      { correction: 'recounted', line: null, accounts: [{ code, before: 5250, after: 5000 }] },
    ])
    const body = { correction: 'recounted', line: null, note: 'Alguém mexeu no saldo.' }
    expect((await press(first, `troubles/${trouble.uid}/correct`, body)).data).toEqual({ isDone: true })
    expect(await balance(code)).toBe(5000)
    // Without anybody asking for a look: the sum of all was the same fault.
    expect((await list()).map(({ name }) => name)).toEqual(['sum'])
    await runJobs(market)
    expect(await list()).toEqual([])
  })

  test('a line written past the ledger is taken back, and both balances stay what they were', async () => {
    const fan = await market.newFan(5000)
    const code = account.available(fan.uid)
    await market.sql`
      insert into ledger.transfers (id, kind, debit_account, credit_account, amount)
      select 'raw:1', 'odd', (select id from ledger.accounts where code = ${code}),
        (select id from ledger.accounts where code = ${account.revenue}), 6000`
    const trouble = only(await look(), 'balance', code)
    const offered = await remedies(trouble)
    expect(offered.map(({ correction, line }) => [correction, line?.id])).toEqual([
      ['reversed', 'raw:1'],
      ['recounted', undefined],
    ])
    // Counted anew the wallet would be below zero: only the line can be taken back.
    const path = `troubles/${trouble.uid}/correct`
    await press(first, path, { correction: 'recounted', line: null, note: 'x' })
    const [waiting] = (await list()).filter(({ uid }) => uid === trouble.uid)
    expect((await press(second, `decisions/${waiting?.decision?.uid}/approve`)).data.code).toBe('no_remedy')
    expect((await press(second, `decisions/${waiting?.decision?.uid}/reject`)).status).toBe(200)
    await press(first, path, { correction: 'reversed', line: 'raw:1', note: 'x' })
    const [again] = (await list()).filter(({ uid }) => uid === trouble.uid)
    expect((await press(second, `decisions/${again?.decision?.uid}/approve`)).data).toEqual({ isDone: true })
    expect(await balance(code)).toBe(5000)
    expect(await look()).toEqual([])
    await market.expectHealthy()
  })
})

describe('what cannot be corrected', () => {
  test('is settled with a note, once, and waits again only when it comes back', async () => {
    const fan = await market.newFan(3000)
    await market.sql`
      insert into ledger.holds (id, fan, amount, reason) values ('bid:999999', ${fan.uid}, 100, 'bid')`
    const found = await look()
    const trouble = only(found, 'hold_alone')
    expect(trouble).toMatchObject({ detail: 'bid:999999', account: null })
    expect(await remedies(trouble)).toEqual([])
    const before = await waits()
    const settle = (by: TestFan, note: string) => press(by, `troubles/${trouble.uid}/settle`, { note })
    const both = await Promise.all([settle(first, 'Avisado.'), settle(second, 'Eu também.')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await waits()).toBe(before - 1)
    const [settled] = (await look()).filter(({ uid }) => uid === trouble.uid)
    expect(settled?.settled?.note).toMatch(/Avisado|também/)
    const trail = await market.sql`select from private.admin_actions where subject = ${trouble.uid}`
    expect(trail).toHaveLength(1)
    await market.sql`update ledger.holds set status = 'voided', ended_at = now() where id = 'bid:999999'`
    expect(await look()).toEqual([])
    expect((await press(first, `troubles/${trouble.uid}/settle`, { note: 'x' })).status).toBe(404)
  })
})

test('it is finance’s, and nobody else’s', async () => {
  const fan = await market.newFan()
  expect((await press(fan, 'looks')).status).toBe(403)
  const support = await market.newFan()
  await market.sql`update users set role = 'support' where uid = ${support.uid}`
  expect((await press(support, 'looks')).status).toBe(403)
  expect((await press(first, 'looks')).status).toBe(200)
  expect(await market.sql`select from graphile_worker.jobs where key = 'look-around'`).toHaveLength(1)
})

test('every sentence of the views is known, and no other', async () => {
  const { views } = await readSchema(ROOT)
  const ofFaults = views.filter(({ path }) => path.endsWith('faults.view.sql'))
  expect(ofFaults).toHaveLength(8)
  const said = ofFaults.flatMap(({ text }) =>
    [...text.matchAll(/^ {2}select '((?:[^']|'')+)'/gm)].map(([, sentence = '']) =>
      sentence.replaceAll("''", "'"),
    ),
  )
  expect(said.sort()).toEqual(Object.keys(FAULTS).sort())
})

test('a key that is low on gas and a certificate that ends are told of, until they are mended', async () => {
  const price = 1_000_000_000n
  let balance = 10n ** 13n
  const node = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request)
    const asked = JSON.parse(Buffer.concat(chunks as Buffer[]).toString())
    const answer = ({ id, method }: { id: number; method: string }) => ({
      jsonrpc: '2.0',
      id,
      result: `0x${(method === 'eth_getBalance' ? balance : price).toString(16)}`,
    })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)))
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const { port } = node.address() as AddressInfo
  const authority = await createAuthority()
  const { cert } = await authority.issue('client', 90)
  const ctx = {
    ...market.ctx,
    env: { ...market.ctx.env, CHAIN_RPC_URL: [`http://127.0.0.1:${port}`], PIX_CLIENT_CERT: cert },
  }
  const kinds = async (now?: Date) => {
    await lookAround(ctx, now)
    return (await list()).map(({ kind }) => kind).sort()
  }
  const inSeventyDays = new Date(Date.now() + 70 * 86_400_000)
  expect(await kinds()).toEqual(['gas'])
  expect(await kinds(inSeventyDays)).toEqual(['certificate', 'gas'])
  expect((await list('?flow=gas')).map(({ kind }) => kind)).toEqual(['gas'])
  balance = 10n ** 18n
  expect(await kinds()).toEqual([])
  node.close()
  await authority.remove()
})

test('certificates that end or cannot be read are told of, for PIX and for service invoices', async () => {
  const authority = await createAuthority()
  const { cert } = await authority.issue('company', 10)
  const found = async (change: Partial<typeof market.ctx.env>) => {
    await lookAround({ ...market.ctx, env: { ...market.ctx.env, ...change } })
    return (await list()).map(({ kind, name }) => `${kind}: ${name}`).sort()
  }
  const invoices = { NFSE_INVOICES: ['sales' as const], NFSE_CLIENT_CERT: cert }
  expect(await found(invoices)).toEqual(['certificate: nfse'])
  // Where nothing is issued it may end.
  expect(await found({ NFSE_CLIENT_CERT: cert })).toEqual([])
  await authority.remove()
  expect(await found({ ...invoices, PIX_CLIENT_CERT: '/nowhere/pix.pem' })).toEqual([
    'certificate: nfse_unreadable',
    'certificate: pix_unreadable',
  ])
  expect(await found({})).toEqual([])
})

test('a PIX provider that refuses our credentials is told of', async () => {
  const network = await startPixNetwork()
  const asking = (PIX_CLIENT_SECRET: string) => {
    const env = { ...market.ctx.env, PIX_URL: network.url, PIX_CLIENT_SECRET }
    return lookAround({ ...market.ctx, pix: createPixProvider(env) })
  }
  await asking('guess')
  expect(await list()).toMatchObject([{ kind: 'credentials', name: 'pix_login', detail: '' }])
  await asking(market.ctx.env.PIX_CLIENT_SECRET)
  expect(await list()).toEqual([])
  await network.close()
})

test('webhooks that are refused are counted by the hour, and told of for a day; a stray one is not', async () => {
  const stripe = new Hono().post('/', ...stripeWebhook(market.ctx))
  const pix = new Hono().post('/', ...pixWebhook(market.ctx))
  const forged = () => stripe.request('/', { method: 'POST', headers: { 'stripe-signature': 't=1,v1=x' } })
  const stranger = (query = '?hmac=another-secret') =>
    pix.request(`/${query}`, { method: 'POST', body: '{}' })
  const names = async () => (await look()).map(({ kind, name }) => `${kind}: ${name}`).sort()
  for (const call of [forged, forged, stranger, stranger]) await call()
  // Whoever knows no address of ours is not counted at all.
  for (let times = 0; times < 5; times++) await stranger('')
  expect(await names()).toEqual([])
  for (const call of [forged, forged, stranger, stranger]) await call()
  await stranger(`?hmac=${market.ctx.env.PIX_WEBHOOK_SECRET}`)
  expect(await names()).toEqual([
    'refused_webhook: card_webhook',
    'refused_webhook: pix_webhook',
    'refused_webhook: pix_webhook_words',
  ])
  await market.sql`update private.outside_faults set hour = hour - interval '25 hours'`
  expect(await names()).toEqual([])
  expect(await market.sql`select from private.outside_faults`).toEqual([])
})
