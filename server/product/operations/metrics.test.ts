import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import type { ServerContext } from '../../context.ts'
import { addRealtimeMetrics } from '../../doors/realtime/metrics.ts'
import { createApiKey } from '../../platform/http/api-keys.ts'
import { createMetrics, type Metrics } from '../../platform/metrics/metrics.ts'
import { createMarket, type Market } from '../../testing/market.ts'
import { addBusinessMetrics } from './business-metrics.ts'

const TOKEN = 'a-token-of-the-metrics-of-32-chars'
const AUTHORIZED = { headers: { authorization: `Bearer ${TOKEN}` } }

let market: Market
beforeAll(async () => {
  market = await createMarket({ env: { METRICS_TOKEN: TOKEN } })
})
afterAll(() => market.close())

/** The value of one series; null when it is absent. */
function seriesOf(text: string, series: string): number | null {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line ? Number(line.slice(series.length + 1)) : null
}

async function scrape(): Promise<string> {
  const app = createApp(market.ctx, createMetrics(market.ctx, addBusinessMetrics(market.ctx)))
  return (await app.request('/metrics', AUTHORIZED)).text()
}

test('without a token in the environment there is no such page', async () => {
  const { METRICS_TOKEN: _, ...env } = market.ctx.env
  const ctx = { ...market.ctx, env }
  const app = createApp(ctx, createMetrics(ctx, addBusinessMetrics(ctx)))
  expect((await app.request('/metrics', AUTHORIZED)).status).toBe(404)
})

test.each([undefined, 'Bearer ', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN])(
  'whoever shows %s reads nothing',
  async (authorization) => {
    const app = createApp(market.ctx, createMetrics(market.ctx, addBusinessMetrics(market.ctx)))
    const answer = await app.request('/metrics', { headers: authorization ? { authorization } : {} })
    expect(answer.status).toBe(401)
    expect(await answer.text()).not.toContain('tune_')
  },
)

test('its reader is told whose address the server takes for theirs, and nobody else is', async () => {
  const app = createApp(market.ctx, createMetrics(market.ctx, addBusinessMetrics(market.ctx)))
  const claim = { 'x-forwarded-for': '192.0.2.1, 203.0.113.9' }
  const { headers } = await app.request('/metrics', { headers: { ...AUTHORIZED.headers, ...claim } })
  expect(headers.get('x-client-address')).toBe('203.0.113.9')
  expect(headers.get('x-forwarded-for')).toBe(claim['x-forwarded-for'])
  expect((await app.request('/metrics', { headers: claim })).headers.get('x-client-address')).toBeNull()
})

test('a token that can be guessed is not accepted', async () => {
  await expect(createMarket({ env: { METRICS_TOKEN: 'short' } })).rejects.toThrow('METRICS_TOKEN')
})

test('requests are counted by door, method and class of status, and by nothing that strangers choose', async () => {
  const app = createApp(market.ctx, createMetrics(market.ctx, addBusinessMetrics(market.ctx)))
  const fan = await market.newFan()
  const headers = { authorization: `Bearer ${fan.token}` }
  await app.request('/api/v1/balance', { headers })
  await app.request(`/api/v1/projects/${fan.uid}`, { headers })
  await app.request('/api/v1/balance', { method: 'BREW' })
  await app.request('/api/v1/admin/users', { headers })
  const text = await (await app.request('/metrics', AUTHORIZED)).text()
  const count = (door: string, method: string, status: string) =>
    seriesOf(
      text,
      `tune_http_request_duration_seconds_count{door="${door}",method="${method}",status="${status}"}`,
    )
  expect(count('api', 'GET', '2xx')).toBe(1)
  expect(count('api', 'GET', '4xx')).toBe(1)
  expect(count('api', 'other', '4xx')).toBe(1)
  expect(count('admin', 'GET', '4xx')).toBe(1)
  expect(text).not.toContain(fan.uid)
  expect(text).toContain('nodejs_eventloop_lag_seconds')
})

test('the figures of the market are those of the database', async () => {
  const { sql } = market
  const before = await scrape()
  const of = (text: string, series: string) => seriesOf(text, series) ?? Number.NaN
  expect(of(before, 'tune_requests_waiting{kind="withdrawal"}')).toBe(0)
  expect(of(before, 'tune_requests_oldest_seconds{kind="withdrawal"}')).toBe(0)

  const fan = await market.newFan(5000)
  await market.call(fan, '/redeem-balance', { pixKeyType: 'email', pixKey: fan.email, amount: 3000 })
  await sql`update redeem_balance set created_at = now() - interval '2 hours' where user_id = ${fan.uid}`
  await sql`
    insert into payments (user_id, flow, method, amount, fee, created_at)
    values (${fan.uid}, 'balance', 'card', 1000, 79, now() - interval '21 minutes'),
      (${fan.uid}, 'balance', 'card', 1000, 79, now() - interval '19 minutes')`
  await sql`
    insert into private.webhook_events (id, provider, type, payload, processed_at, outcome)
    values ('evt_refused', 'stripe', 'x', '{}', now(), 'refused: nothing like it')`
  await market.newAuction({ endsIn: -60 })
  await sql`
    insert into private.reconciliations (compared, differences, made_at)
    values (3, '[{"side": "processor", "subject": "x", "ledger": 1, "other": 2}]', now() - interval '1 day')`
  await sql`update chain.operations set created_at = now() - interval '10 minutes' where status = 'queued'`

  const after = await scrape()
  expect(of(after, 'tune_database_up')).toBe(1)
  expect(of(after, 'tune_requests_waiting{kind="withdrawal"}')).toBe(1)
  expect(of(after, 'tune_requests_oldest_seconds{kind="withdrawal"}')).toBeGreaterThanOrEqual(7200)
  expect(of(after, 'tune_payments_pending_late')).toBe(of(before, 'tune_payments_pending_late') + 1)
  expect(of(after, 'tune_webhooks_refused')).toBe(1)
  expect(of(after, 'tune_settlement_overdue_seconds')).toBeGreaterThanOrEqual(59)
  expect(of(after, 'tune_reconciliation_differences')).toBe(1)
  expect(of(after, 'tune_reconciliation_age_seconds')).toBeGreaterThanOrEqual(86_400)
  expect(of(after, 'tune_chain_oldest_queued_seconds')).toBeGreaterThanOrEqual(599)
  expect(of(after, 'tune_disputes_open')).toBe(0)
  expect(of(after, 'tune_account_balance_centavos{account="processor:clearing"}')).toBeLessThan(0)
  for (const personal of [fan.uid, fan.email, fan.wallet]) expect(after).not.toContain(personal)
})

test('what is left of the hour’s mails is seen, of sign-ups and of accounts', async () => {
  const of = (text: string, kind: string) => seriesOf(text, `tune_mails_left_ratio{kind="${kind}"}`)
  const before = await scrape()
  expect([of(before, 'sign-ups'), of(before, 'accounts')]).toEqual([1, 1])
  const app = createApp(market.ctx)
  for (const network of [1, 2, 3]) {
    const answer = await app.request('/auth/v1/otp', {
      method: 'POST',
      headers: {
        apikey: createApiKey('anon', market.ctx.env.JWT_SECRET),
        'x-forwarded-for': `198.${network}.1.1`,
      },
      body: JSON.stringify({ email: `counted${network}@tune.test` }),
    })
    expect(answer.status).toBe(200)
  }
  const after = await scrape()
  expect([of(after, 'sign-ups'), of(after, 'accounts')]).toEqual([1 - 3 / 3600, 1])
})

test('what was approved and does not go out is seen', async () => {
  const { sql } = market
  const fan = await market.newFan()
  await sql`
    with payment as (
      insert into payments (user_id, flow, method, amount, fee) values (${fan.uid}, 'balance', 'card', 1000, 79)
      returning id
    )
    insert into private.refunds (payment_id, user_id, amount, destination, reason, despite_play, status, created_at)
    select id, ${fan.uid}, 1000, 'card', 'x', true, 'approved', now() - interval '2 days' from payment`
  const figure = 'tune_requests_oldest_seconds{kind="refund_approved"}'
  expect(seriesOf(await scrape(), figure)).toBeGreaterThanOrEqual(2 * 86_400)
})

test('a job that keeps failing is seen long before it is given up', async () => {
  await market.sql`select graphile_worker.add_job('send-mail', job_key => 'failing')`
  await market.sql`
    update graphile_worker._private_jobs set attempts = 10, run_at = now() + interval '10 minutes'
    where key = 'failing'`
  expect(seriesOf(await scrape(), 'tune_queue_jobs{state="failing"}')).toBe(1)
})

test('an operation whose transaction nobody mines waits as well', async () => {
  await market.sql`delete from chain.operations where status = 'queued'`
  await market.sql`
    insert into chain.transactions (signer, nonce, raw, hashes, created_at)
    values (${`0x${'11'.repeat(20)}`}, 0, '0x', array['0x'], now() - interval '20 minutes')`
  expect(seriesOf(await scrape(), 'tune_chain_oldest_queued_seconds')).toBeGreaterThanOrEqual(1199)
})

test('what must be empty is counted behind a scrape’s back, and a fault is seen', async () => {
  const { sql } = market
  const app = createApp(market.ctx, createMetrics(market.ctx, addBusinessMetrics(market.ctx)))
  await sql`update ledger.accounts set balance = balance + 1 where code = 'platform:revenue'`
  try {
    const faults = async () => {
      const text = await (await app.request('/metrics', AUTHORIZED)).text()
      return seriesOf(text, 'tune_faults{view="ledger.faults"}')
    }
    await faults()
    // The gauge is filled in the background; a scrape within ten seconds shows it all the same.
    await expect.poll(faults, { timeout: 20_000 }).toBe(2)
  } finally {
    await sql`update ledger.accounts set balance = balance - 1 where code = 'platform:revenue'`
  }
})

test('a database that does not answer takes the figures away, and not the page', async () => {
  const gone = { begin: () => Promise.reject(new Error('gone')) } as unknown as Market['sql']
  const ctx: ServerContext = { ...market.ctx, sql: gone, recent: (work) => work(gone) }
  const app = createApp(ctx, createMetrics(ctx, addBusinessMetrics(ctx)))
  const answer = await app.request('/metrics', AUTHORIZED)
  const text = await answer.text()
  expect(answer.status).toBe(200)
  expect(seriesOf(text, 'tune_database_up')).toBe(0)
  expect(seriesOf(text, 'tune_settlement_overdue_seconds')).toBeNull()
  expect(text).toContain('process_resident_memory_bytes')
})

test('ten scrapes at once read the database once', async () => {
  let reads = 0
  const { sql } = market
  const counting = new Proxy(sql, {
    get(target, name) {
      if (name === 'begin') reads++
      return Reflect.get(target, name) as unknown
    },
  })
  const ctx: ServerContext = { ...market.ctx, sql: counting, recent: (work) => work(counting) }
  const app = createApp(ctx, createMetrics(ctx, addBusinessMetrics(ctx)))
  await Promise.all(Array.from({ length: 10 }, () => app.request('/metrics', AUTHORIZED)))
  // Once for the scrape's figures, once for the hourly ones.
  expect(reads).toBe(2)
})

test('the realtime door’s own counts are there once it is watched, and nothing of them before', async () => {
  const metrics = createMetrics(market.ctx, addBusinessMetrics(market.ctx))
  const app = createApp(market.ctx, metrics)
  const read = async () => (await app.request('/metrics', AUTHORIZED)).text()
  expect(await read()).not.toContain('tune_realtime_')
  const figures = { sockets: 2, topics: 1, frames: 30, conflated: 4, slow: 5 }
  addRealtimeMetrics((metrics as Metrics).registry, () => figures)
  await read()
  figures.frames = 31
  const text = await read()
  expect(seriesOf(text, 'tune_realtime_sockets')).toBe(2)
  expect(seriesOf(text, 'tune_realtime_frames_total')).toBe(31)
  expect(seriesOf(text, 'tune_realtime_conflated_total')).toBe(4)
})
