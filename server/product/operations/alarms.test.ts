/** Alerts that burn are among what waits, while they burn: nobody has to look into a monitoring system for them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../doors/auth/options.ts'
import { countOfMails } from '../../doors/auth/rate-limits.ts'
import { keyOfCount } from '../../platform/rate-limit.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import type { Answer } from '../api/call.ts'
import { account } from '../ledger/ledger.ts'
import type { WaitingWire } from './waiting-contract.ts'

let market: Market
let admin: TestFan
beforeAll(async () => {
  market = await createMarket()
  admin = await market.newAdmin()
})
afterAll(() => market.close())

async function waiting(by = admin): Promise<WaitingWire[]> {
  return ((await market.call(by, '/admin/waiting')) as unknown as Answer<WaitingWire[]>).data
}
const kinds = async () => (await waiting()).map(({ kind }) => kind)

test('a worker that has stopped is said first, to everybody who works here, and no longer once it counts again', async () => {
  const { sql } = market
  await sql`select private.count_figures()`
  expect(await kinds()).not.toContain('worker')
  const [{ at } = { at: new Date() }] = await sql<{ at: Date }[]>`
    update private.figures set counted_at = now() - interval '301 seconds' returning counted_at as at`
  const content = await market.newFan()
  await sql`update users set role = 'content' where uid = ${content.uid}`
  expect((await waiting(content))[0]).toMatchObject({ kind: 'worker', count: 1 })
  const [first] = await waiting()
  expect(Math.abs(Date.parse(first?.oldest ?? '') - at.getTime())).toBeLessThan(1000)
  await sql`select private.count_figures()`
  expect(await kinds()).not.toContain('worker')
})

test('so are tasks that nobody takes, a chain that takes nothing, a look and a comparison that are late', async () => {
  const { sql } = market
  await sql`select graphile_worker.add_job('prune', run_at => now() - interval '6 minutes')`
  await sql`
    insert into chain.operations (key, kind, payload, created_at)
    values ('late', 'credit_balance', '{}', now() - interval '11 minutes')`
  await sql`insert into private.looks (looked_at) values (now() - interval '121 minutes')`
  await sql`
    insert into private.reconciliations (compared, differences, made_at)
    values (1, '[]', now() - interval '27 hours')`
  expect(await kinds()).toEqual(['queue', 'look', 'comparison', 'chain'])
  await sql`delete from graphile_worker._private_jobs`
  await sql`delete from chain.operations where key = 'late'`
  await sql`update private.looks set looked_at = now()`
  await sql`insert into private.reconciliations (compared, differences) values (1, '[]')`
  expect(await kinds()).toEqual([])
})

test('a window that nobody settles waits from the second at which it ended', async () => {
  await market.newAuction({ endsIn: -60 })
  const found = (await waiting()).find(({ kind }) => kind === 'settlement')
  expect(Date.now() - Date.parse(found?.oldest ?? '')).toBeGreaterThan(59_000)
  await market.settleAll()
  expect(await kinds()).not.toContain('settlement')
})

test('a loss to disputes is said above its limit, and the hour’s mails once half of them are gone', async () => {
  const { sql } = market
  const lose = (id: string, amount: number) =>
    sql`select ledger.post(${sql.json([
      { id, kind: 'dispute_fee', debit: account.disputeLosses, credit: account.clearing, amount },
    ])})`
  await lose('lost:1', 100_000)
  expect(await kinds()).not.toContain('losses')
  await lose('lost:2', 1)
  expect(await kinds()).toContain('losses')
  const count = (used: number) => sql`
    insert into auth.rate_limits (key, used, resets_at)
    values (${keyOfCount(countOfMails('sign-ups'))}, ${used}, now() + interval '1 hour')
    on conflict (key) do update set used = excluded.used`
  await count(DEFAULT_LIMITS.mailsPerHour / 2)
  expect(await kinds()).not.toContain('mails')
  await count(DEFAULT_LIMITS.mailsPerHour / 2 + 1)
  expect(await kinds()).toContain('mails')
})
