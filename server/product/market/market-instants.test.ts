/** Instants that meet in a market: of a bid and of windows that end, of a token taken back and of the closing. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { verify } from '../../../scripts/verify-auction.ts'
import type { ChainOutcome } from '../../platform/chain/outcome.ts'
import { connect, type Sql, type Tx } from '../../platform/db/sql.ts'
import { cardEvent, deliver, disputeEvent, runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import { buyByCard, tokenOf, totalOf } from '../../testing/paid-by-card.ts'
import { account } from '../ledger/ledger.ts'
import { applyCardEvent } from '../payments/apply-card-event.ts'
import { recordChainOutcome } from './record-chain-outcome.ts'

let market: Market
let admin: TestFan
/** Someone else’s connection, which holds what others wait for. */
let other: Sql
beforeAll(async () => {
  market = await createMarket()
  other = connect(market.database.url, { max: 1 })
  admin = await market.newAdmin()
})
afterEach(() => market.expectHealthy())
afterAll(async () => {
  await other.end({ timeout: 5 })
  await market.close()
})

const bidsOf = (project: TestProject) =>
  market.sql<{ amount: number; status: string }[]>`
    select amount, status from bids where project_id = ${project.id} order by id`
const entriesOf = (project: TestProject) =>
  market.sql<{ seq: number; body: string; hash: string }[]>`
    select seq::int, body, encode(hash, 'hex') as hash from market.log where project_id = ${project.id} order by seq`

/** Starts `act`, and resolves once it is over or `waiting` statements wait for somebody’s lock. */
async function start<Value>(act: () => Promise<Value>, waiting = 1): Promise<{ done: Promise<Value> }> {
  let isOver = false
  const done = act().finally(() => {
    isOver = true
  })
  const waits = async () =>
    (
      await market.sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    ).length
  await expect.poll(async () => isOver || (await waits()) >= waiting, { timeout: 30_000 }).toBe(true)
  return { done }
}

test('a bid counts from the instant for which the market was settled, however long its wallet lets it wait', async () => {
  const project = await market.newAuction()
  const [early, late] = [await market.newFan(2000), await market.newFan(9000)]
  await market.bid(early, project, 2000)
  // Its window ends while the other bid, which found a market without anything due, waits for its fan’s wallet.
  const { done } = await other.begin(async (tx) => {
    await tx`select from ledger.accounts where code = ${account.available(late.uid)} for update`
    const started = await start(() => market.bid(late, project, 9000))
    // Windows are made to end a millisecond ago, which must still be after the bid's own instant.
    await tx`select pg_sleep(0.01)`
    await market.endWindows(project)
    return started
  })
  expect((await done).status).toBe(200)
  await market.settleAll()
  const facts = (await entriesOf(project)).map(({ body }) => JSON.parse(body))
  const sale = facts.find(({ kind }) => kind === 'sale')
  const winner = facts.find(({ kind, bid }) => kind === 'bid' && bid === sale.bid)
  expect(winner.at <= sale.freed).toBe(true)
  verify(await entriesOf(project))
})

test('a key that is used elsewhere at this very instant costs its own bid, and none that came with it', async () => {
  const project = await market.newAuction()
  const fans = await Promise.all([2000, 2001, 2002, 2003, 2004].map((amount) => market.newFan(amount)))
  const { done } = await other.begin(async (tx) => {
    const [, , rash] = fans
    await tx`
      insert into payments (uid, user_id, flow, method, amount)
      values (private.uid_of_key(${rash?.uid ?? ''}, 'used'), ${rash?.uid ?? ''}, 'balance', 'card', 1000)`
    // The first two go alone; those behind them share a call, which waits for the key.
    const bids = fans.map((fan, index) =>
      market.bid(fan, project, 2000 + index, fan === rash ? 'used' : undefined),
    )
    return start(() => Promise.all(bids))
  })
  expect((await done).map(({ status }) => status)).toEqual([200, 200, 422, 200, 200])
})

test('the database itself keeps amounts and fans apart', async () => {
  const project = await market.newAuction()
  const [one, two] = [await market.newFan(9000), await market.newFan(9000)]
  expect((await market.bid(one, project, 3000)).status).toBe(200)
  expect((await market.bid(two, project, 3001)).status).toBe(200)
  const again = (fan: TestFan, amount: number) => market.sql`
    insert into bids (user_id, project_id, payment_id, amount)
    values (${fan.uid}, ${project.id}, ${-amount}, ${amount})`
  await expect(again(one, 3002)).rejects.toMatchObject({ constraint_name: 'bids_one_standing' })
  const stranger = await market.newFan()
  await expect(again(stranger, 3000)).rejects.toMatchObject({ constraint_name: 'bids_amount_taken' })
})

test('a sale that the chain refuses brings no first lot back under a bid that stands', async () => {
  const project = await market.newProject({ supply: 2 })
  const [first, second, bidder] = [
    await market.newFan(2000),
    await market.newFan(2000),
    await market.newFan(3000),
  ]
  const buy = (fan: TestFan) => market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
  expect((await buy(first)).status).toBe(200)
  const [sold] = await market.sql<{ payload: object }[]>`
    select payload from chain.operations where kind = 'sell_unit' order by id desc limit 1`
  const refused = { kind: 'sell_unit', ...sold, txHash: '0x', failure: 'no', deployed: null } as ChainOutcome
  const { undone, bought, bid } = await other.begin(async (tx) => {
    // The undoing has seen that one unit was never sold, and is stopped before it puts the other one beside it.
    await tx`select from units where project_id = ${project.id} and number = 1 for update`
    const undone = await start(() =>
      market.sql.begin((tx) => recordChainOutcome(tx as unknown as Tx, refused, 3600)),
    )
    const bought = await start(() => buy(second), 2)
    return { undone, bought, bid: await start(() => market.bid(bidder, project, 3000), 3) }
  })
  await undone.done
  expect((await bought.done).status).toBe(200)
  expect(await bid.done).toMatchObject({ status: 409, data: { code: 'first_lot_open' } })
})

test('a unit that the chain gave back before its project ended goes to the bid that stood, however late', async () => {
  const project = await market.newAuction()
  const [best, next] = [await market.newFan(3000), await market.newFan(2000)]
  await market.bid(best, project, 3000)
  await market.bid(next, project, 2000)
  await market.endWindows(project)
  await market.settleAll()
  const [sold] = await market.sql<{ payload: object }[]>`
    select payload from chain.operations where kind = 'sell_unit' order by id desc limit 1`
  const refused = { kind: 'sell_unit', ...sold, txHash: '0x', failure: 'no', deployed: null } as ChainOutcome
  await market.sql.begin((tx) => recordChainOutcome(tx as unknown as Tx, refused, 3600))
  // Nobody settles until the project has ended.
  await market.sql`update projects set expired_at = clock_timestamp() where id = ${project.id}`
  await market.settleAll()
  expect(await bidsOf(project)).toEqual([
    { amount: 3000, status: 'winner' },
    { amount: 2000, status: 'winner' },
  ])
  expect(verify(await entriesOf(project)).winners.map(({ amount }) => amount)).toEqual([3000, 2000])
})

describe('a window that ended before its project, and that nobody has settled', () => {
  async function scene() {
    const project = await market.newProject({ supply: 1 })
    const holder = await market.newFan()
    const payment = await buyByCard(market, holder, project)
    const bidder = await market.newFan(3000)
    expect((await market.bid(bidder, project, 3000)).status).toBe(200)
    await market.sql`
      update mints set will_expire_at = clock_timestamp() - interval '2 seconds'
      where project_id = ${project.id}`
    await market.sql`
      update projects set expired_at = clock_timestamp() - interval '1 second' where id = ${project.id}`
    return { project, payment }
  }
  const expectSold = async (project: TestProject) => {
    await market.settleAll()
    expect(await bidsOf(project)).toEqual([{ amount: 3000, status: 'winner' }])
    verify(await entriesOf(project))
  }

  test('still goes to its bid when its price is given back', async () => {
    const { project, payment } = await scene()
    const asked = await market.call(admin, `/admin/activity/${payment}/refunds`, {
      amount: 2000,
      destination: 'wallet',
      reason: 'show cancelado',
      despitePlay: false,
    })
    expect(asked.status).toBe(200)
    await expectSold(project)
  })

  test('still goes to its bid when a bank takes its price back', async () => {
    const { project, payment } = await scene()
    await deliver(market, disputeEvent({ payment, dispute: 'dp_instants', amount: 2000 }))
    await runJobs(market)
    await expectSold(project)
  })
})

test('money that comes while its project is being paused stays in the wallet, at the first try', async () => {
  const [fan, project] = [await market.newFan(), await market.newProject()]
  const body = { paymentMethodId: 'pm_card_visa', typeBuy: 'mint', UID: project.uid, amount: project.price }
  const { uid } = ((await market.call(fan, '/buy-token', body)).data as { payment: { uid: string } }).payment
  await market.sql`update units set reserved_by = null, reserved_until = null where project_id = ${project.id}`
  const paid = cardEvent({ payment: uid, total: totalOf(project.price) })
  await deliver(market, paid)
  const { done } = await other.begin(async (tx) => {
    await tx`update projects set paused_at = now() where id = ${project.id}`
    return start(() => applyCardEvent(market.ctx, paid.id))
  })
  await done
  expect(await market.sql`select status from payments where uid = ${uid}`).toEqual([
    { status: 'failed-mint' },
  ])
  expect(await market.balanceOf(fan)).toBe(project.price)
})

describe('a unit that comes back while nobody settles', () => {
  /** Two units with their windows running, and a bid of 3000 and one of 4000. */
  async function scene() {
    const project = await market.newAuction({ units: 2 })
    for (const amount of [3000, 4000]) await market.bid(await market.newFan(amount), project, amount)
    return project
  }
  const takeBack = (project: TestProject, number: number) =>
    market.sql.begin(async (tx) => {
      await tx`select market.lock(array[${project.id}::bigint])`
      await tx`
        update mints set status = 'expired', ended_at = clock_timestamp()
        from units
        where units.mint_id = mints.id and units.number = ${number} and mints.project_id = ${project.id}`
      await tx`select market.free_unit(id) from units where project_id = ${project.id} and number = ${number}`
    })
  const endWindow = (project: TestProject) =>
    market.sql`
      update mints set will_expire_at = clock_timestamp() where project_id = ${project.id} and status = 'minted'`
  const salesOf = async (project: TestProject) =>
    verify(await entriesOf(project)).winners.map(({ unit, amount }) => ({ unit, amount }))

  test('goes to the best bid before a window that ends after it', async () => {
    const project = await scene()
    await takeBack(project, 2)
    await endWindow(project)
    await market.settleAll()
    expect(await salesOf(project)).toEqual([
      { unit: 2, amount: 4000 },
      { unit: 1, amount: 3000 },
    ])
  })

  test('goes to the bids after a window that had ended before it', async () => {
    const project = await scene()
    await endWindow(project)
    await takeBack(project, 2)
    await market.settleAll()
    expect(await salesOf(project)).toEqual([
      { unit: 1, amount: 4000 },
      { unit: 2, amount: 3000 },
    ])
  })

  test('goes to the best bid although its project has closed since, and a window ended after that', async () => {
    const project = await scene()
    await takeBack(project, 2)
    await market.sql`update projects set expired_at = clock_timestamp() where id = ${project.id}`
    await endWindow(project)
    await market.settleAll()
    expect(await salesOf(project)).toEqual([{ unit: 2, amount: 4000 }])
    expect((await bidsOf(project)).map(({ status }) => status)).toEqual(['pending-cancel', 'winner'])
  })
})

describe('somebody who erases their account at that very instant', () => {
  const erase = (fan: TestFan) => market.call(fan, '/erase-account', { email: fan.email })

  test('starts no payment any more: its money would be nobody’s', async () => {
    const fan = await market.newFan()
    const { done } = await other.begin(async (tx) => {
      await tx`
        insert into private.idempotency_keys (user_id, key, request_hash) values (${fan.uid}, 'late', 'x')`
      const body = { paymentMethodId: 'pm_card_visa', typeBuy: 'balance', UID: '', amount: 5000 }
      const paying = await start(() => market.call(fan, '/buy-token', body, { 'idempotency-key': 'late' }))
      expect((await erase(fan)).status).toBe(200)
      await tx`delete from private.idempotency_keys where user_id = ${fan.uid}`
      return paying
    })
    expect(await done).toMatchObject({ status: 403, data: { code: 'account_inactive' } })
    expect(await market.sql`select from payments where user_id = ${fan.uid}`).toEqual([])
  })

  test('has no wallet any more to which a regretted purchase could go back', async () => {
    const [fan, project] = [await market.newFan(), await market.newProject()]
    const token = await tokenOf(market, await buyByCard(market, fan, project))
    const { done } = await other.begin(async (tx) => {
      await tx`select market.lock(array[${project.id}::bigint])`
      const cancelling = await start(() => market.call(fan, '/regret', { UID: token?.uid }))
      expect((await erase(fan)).status).toBe(200)
      return cancelling
    })
    expect(await done).toMatchObject({ status: 404, data: { code: 'token_not_found' } })
    expect(await market.balanceOf(fan)).toBe(0)
  })
})

test('who is deactivated while another market of theirs changes is deactivated all the same', async () => {
  const [first, second] = [await market.newAuction(), await market.newAuction()]
  const fan = await market.newFan(9000)
  await market.bid(fan, first, 2000)
  const deactivate = async () => await market.sql`update users set is_active = false where uid = ${fan.uid}`
  const deactivating = await market.sql.begin(async (changing) => {
    const { done } = await other.begin(async (tx) => {
      await tx`select market.lock(array[${first.id}::bigint])`
      const started = await start(deactivate)
      expect((await market.bid(fan, second, 3000)).status).toBe(200)
      await changing`select market.lock(array[${second.id}::bigint])`
      await changing`select market.append(array[row(${second.id}, 'note', '"of":"others"')::market.entry])`
      return started
    })
    return start(() => done)
  })
  await deactivating.done
  expect(await bidsOf(first)).toEqual([{ amount: 2000, status: 'pending-cancel' }])
  await market.sql`update graphile_worker._private_jobs set run_at = now()`
  await runJobs(market)
  expect(await bidsOf(second)).toEqual([{ amount: 3000, status: 'pending-cancel' }])
})
