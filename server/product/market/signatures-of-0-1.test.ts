/** A server of version 0.1 beside one of this version: what it calls exists, and passes in the platform's wallet. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../../platform/db/sql.ts'
import { undone } from '../../testing/function-cases.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'

const WALLET = `0x${'44'.repeat(20)}`
/** Centavos. */
const OFFER = 5000

let market: Market
let auction: TestProject
let fan: TestFan
beforeAll(async () => {
  market = await createMarket()
  auction = await market.newAuction({ units: 1 })
  fan = await market.newFan(10_000)
  expect((await market.bid(fan, auction, OFFER)).status).toBe(200)
})
afterAll(() => market.close())

const endWindow = (tx: Tx) => tx`
  update mints set will_expire_at = clock_timestamp() where project_id = ${auction.id} and status = 'minted'`
/** The unit waits although a bid stands, as after a pause. */
const freeUnit = async (tx: Tx) => {
  await tx`update mints set status = 'expired', ended_at = now(), will_expire_at = now() where project_id = ${auction.id}`
  await tx`update units set mint_id = null, freed_at = now() where project_id = ${auction.id}`
  await tx`update market.state set unsettled = true where project_id = ${auction.id}`
}

const CALLS: Record<string, { before: (tx: Tx) => Promise<unknown>; call: (tx: Tx) => Promise<unknown> }> = {
  settle: {
    before: endWindow,
    call: (tx) => tx`select market.settle(array[${auction.id}::bigint], ${WALLET})`,
  },
  settle_up_to_now: {
    before: endWindow,
    call: (tx) => tx`select market.settle_up_to_now(array[${auction.id}::bigint], ${WALLET})`,
  },
  settle_windows: {
    before: endWindow,
    call: (tx) => tx`select market.settle_windows(${auction.id}, ${WALLET})`,
  },
  pause: { before: endWindow, call: (tx) => tx`select market.pause(${auction.id}, ${WALLET})` },
  resume: { before: freeUnit, call: (tx) => tx`select market.resume(${auction.id}, ${WALLET})` },
  give_waiting: { before: freeUnit, call: (tx) => tx`select market.give_waiting(${auction.id}, ${WALLET})` },
  award: {
    before: freeUnit,
    call: (tx) => tx`
      select market.award(array(
        select row(bids.project_id, units.id, bids.id, null, freed_at)::market.award
        from bids join units using (project_id) where bids.project_id = ${auction.id}
      ), ${WALLET}, clock_timestamp())`,
  },
  place_bids: {
    before: endWindow,
    call: (tx) => {
      const late = [{ ordinal: 0, fan: fan.uid, project: auction.uid, amount: OFFER, hash: '' }]
      return tx`select * from market.place_bids(${tx.json(late)}, ${WALLET})`
    },
  },
}

describe('called with the wallet, before a server of this version has said it', () => {
  test.each(Object.entries(CALLS))('market.%s gives the unit to the bid', async (_name, { before, call }) => {
    await undone(market.sql, async (tx) => {
      await tx`delete from private.platform`
      await before(tx)
      await call(tx)
      expect(await tx`select status from bids where user_id = ${fan.uid}`).toEqual([{ status: 'winner' }])
      const [sale] = await tx`
        select payload -> 'shares' -> 1 as platform from chain.operations where kind = 'sell_unit' order by id desc limit 1`
      expect(sale?.platform).toEqual({ wallet: WALLET, amount: OFFER / 10 })
    })
  })

  test('private.shares_in counts what is in that wallet', async () => {
    const [{ revenue } = { revenue: 0 }] = await market.sql<{ revenue: number }[]>`
      select balance as revenue from ledger.accounts where code = 'platform:revenue'`
    const stored = `0x${'22'.repeat(20)}`
    expect(await market.sql`select private.shares_in(${stored}, ${WALLET}) as held`).toEqual([
      { held: revenue },
    ])
    // A stored wallet is not replaced by the one that version 0.1 passes in.
    expect(await market.sql`select wallet from private.platform`).toEqual([{ wallet: stored }])
  })
})
