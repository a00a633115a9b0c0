/** The clock of the database steps back by hours, in the midst of an auction: nothing is lost, and the log still proves all. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { verify } from '../../scripts/verify-auction.ts'
import type { ChainOutcome } from '../platform/chain/outcome.ts'
import { connect, type Tx } from '../platform/db/sql.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../testing/market.ts'
import { recordChainOutcome } from './market/record-chain-outcome.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
  // A clock that can be set stands before the real one, for every connection from now on.
  const owner = connect(market.database.url, { max: 1 })
  await owner.unsafe(`
    create schema stepping;
    grant usage on schema stepping to public;
    create table stepping.clock (ahead interval not null);
    grant select on stepping.clock to public;
    insert into stepping.clock values ('0');
    create function stepping.clock_timestamp() returns timestamptz language sql volatile
      return pg_catalog.clock_timestamp() + (select ahead from stepping.clock);
    create function stepping.now() returns timestamptz language sql stable
      return pg_catalog.now() + (select ahead from stepping.clock);
    alter database ${new URL(market.database.url).pathname.slice(1)} set search_path = stepping, public, pg_catalog`)
  // Connections that are open already keep the real clock.
  await owner`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  await owner.end()
  // The driver learns of each ended connection when it next looks; until then a query may be sent on one.
  const everyConnection = () => Promise.all(Array.from({ length: 10 }, () => market.sql`select`))
  await vi.waitFor(everyConnection, { timeout: 10_000 })
})
afterAll(() => market.close())

const setAhead = (ahead: string) => market.sql`update stepping.clock set ahead = ${ahead}`
const winnersOf = async (project: TestProject) =>
  verify(
    await market.sql<{ seq: number; body: string; hash: string }[]>`
      select seq::int, body, encode(hash, 'hex') as hash from market.log
      where project_id = ${project.id} order by seq`,
  ).winners.map(({ amount }) => amount)
const holderOf = async (project: TestProject) =>
  (
    await market.sql<{ fan: string; status: string }[]>`
      select user_id as fan, status from mints
      where project_id = ${project.id} and status in ('pending', 'minted')`
  ).map(({ fan }) => fan)

/** The chain makes what was sold: an hour to press play begins. */
async function mintAll(): Promise<void> {
  const operations = await market.sql<{ payload: object }[]>`
    delete from chain.operations where kind = 'sell_unit' returning payload`
  for (const { payload } of operations) {
    const outcome = {
      kind: 'sell_unit',
      payload,
      txHash: `0x${'cd'.repeat(32)}`,
      failure: null,
    } as ChainOutcome
    await market.sql.begin((tx) => recordChainOutcome(tx as unknown as Tx, outcome, 3600))
  }
}

test('by three hours: whoever won keeps the whole hour, the next one wins after it, and a waiting unit is sold', async () => {
  await setAhead('3 hours')
  const project = await market.newAuction()
  const [first, second, third] = (await Promise.all(
    [2000, 2500, 2100].map((amount) => market.newFan(amount)),
  )) as [TestFan, TestFan, TestFan]
  await market.bid(first, project, 2000)
  await market.endWindows(project)
  await market.settleAll()
  expect(await holderOf(project)).toEqual([first.uid])

  await setAhead('0')
  await mintAll()
  expect((await market.bid(second, project, 2500)).status).toBe(200)
  await market.settleAll()
  expect(await holderOf(project)).toEqual([first.uid])
  await setAhead('61 minutes')
  await market.settleAll()
  expect(await holderOf(project)).toEqual([second.uid])

  // The next window ends while the clock is ahead again, and nobody bids before it has stepped back.
  await mintAll()
  await setAhead('3 hours')
  await market.settleAll()
  expect(await holderOf(project)).toEqual([])
  await setAhead('0')
  expect((await market.bid(third, project, 2100)).status).toBe(200)
  expect(await holderOf(project)).toEqual([third.uid])

  expect(await winnersOf(project)).toEqual([2000, 2500, 2100])
  await market.expectHealthy()
})

test('between a win and its undoing: the unit goes on, and the log says so in order', async () => {
  await setAhead('3 hours')
  const project = await market.newAuction()
  const [first, second] = (await Promise.all([2000, 2500].map((amount) => market.newFan(amount)))) as [
    TestFan,
    TestFan,
  ]
  await market.bid(first, project, 2000)
  await market.endWindows(project)
  await market.settleAll()
  await mintAll()
  await setAhead('0')
  await market.bid(second, project, 2500)
  const [token] = await market.sql<{ uid: string }[]>`select uid from mints where user_id = ${first.uid}`
  expect((await market.call(first, '/regret', { UID: token?.uid })).status).toBe(200)
  expect(await holderOf(project)).toEqual([second.uid])
  expect(await winnersOf(project)).toEqual([2000, 2500])
  await market.expectHealthy()
})
