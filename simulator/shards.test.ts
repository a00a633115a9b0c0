/** Two databases, bids that cross them, and processes that die between any two steps. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { account } from '#server/product/ledger/ledger.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { createMarket, type Market } from '#server/testing/market.ts'
import { createRandom } from './random.ts'
import {
  finish,
  joinShards,
  type Order,
  openKeys,
  PROJECTS,
  place,
  reserve,
  type Shards,
  WALLETS,
} from './shards.ts'

const DEPOSIT = 50_000
const FANS = 8

let market: Market
let wallets: TestDatabase
let shards: Shards

beforeAll(async () => {
  market = await createMarket()
  wallets = await createTestDatabase({ max: 5 })
  shards = { wallets: wallets.sql, projects: market.sql }
  await joinShards(shards)
})
afterAll(async () => {
  await market.close()
  await wallets.drop()
})

/** A fan of the project's database, whose money is in the other one. */
async function newFan(): Promise<string> {
  const { uid } = await market.newFan()
  const { sql } = wallets
  for (const code of [account.available(uid), account.held(uid)])
    await sql`select ledger.open_account(${code})`
  await sql`select ledger.post(${sql.json([
    {
      id: `gift:${uid}`,
      kind: 'deposit',
      debit: account.clearing,
      credit: account.available(uid),
      amount: DEPOSIT,
    },
  ])})`
  return uid
}

async function balance({ sql }: Pick<TestDatabase, 'sql'>, code: string): Promise<number> {
  const [row] = await sql<
    { balance: number }[]
  >`select balance::int from ledger.accounts where code = ${code}`
  return row?.balance ?? 0
}

const won = async (fan: string): Promise<number> => {
  const [row] = await market.sql<[{ won: number }]>`
    select coalesce(sum(amount), 0)::int as won from bids where user_id = ${fan} and status = 'winner'`
  return row.won
}

async function history(seed: number): Promise<Map<string, number>> {
  const random = createRandom(seed)
  const fans = await Promise.all(Array.from({ length: FANS }, newFan))
  const projects = [await market.newAuction({ units: 2 }), await market.newAuction({ units: 1 })]
  const orders = new Map<string, Order>()
  const seen = new Map<string, number>()
  const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)
  /** Half of the processes die before the next step. */
  const dies = () => random.chance(0.5)

  async function goOn(key: string): Promise<void> {
    const order = orders.get(key) as Order
    await place(shards, order)
    if (!dies()) await finish(shards, order)
  }

  for (let step = 0; step < 60; step++) {
    const fan = random.pick(fans)
    const project = random.pick(projects)
    const key = `${seed}-${step}`
    const order = { key, fan, project: project.uid, amount: 1900 + 100 * random.below(300) }
    orders.set(key, order)
    if (!(await reserve(shards, order))) count('too little money')
    else if (dies()) count('died after the reservation')
    else {
      // A request and its repetition, or two processes that both go on with it.
      await Promise.all(random.chance(0.3) ? [goOn(key), goOn(key)] : [goOn(key)])
      count('placed or refused')
    }
    if (random.chance(0.1)) {
      await market.endWindows(project)
      await market.settleAll()
      count('windows ended')
    }
    if (random.chance(0.1)) for (const open of await openKeys(shards)) await goOn(open)
  }

  // Both projects close, the bids that stand are released, and whoever is left goes on with what is open.
  const uids = projects.map(({ uid }) => uid)
  await market.sql`update projects set expired_at = now() where uid = any (${uids})`
  await market.settleAll()
  await market.sql`update bids set status = 'cancelled' where status = 'pending-cancel'`
  for (let round = 0; round < 20; round++)
    for (const key of await openKeys(shards)) if (orders.has(key)) await goOn(key)
  for (const key of await openKeys(shards)) {
    const order = orders.get(key) as Order
    await place(shards, order)
    expect(await finish(shards, order)).toBe(true)
  }

  for (const fan of fans) {
    expect(await balance(market, account.available(fan)), 'no money of a fan is left behind').toBe(0)
    expect(await balance(wallets, account.held(fan))).toBe(0)
    const paid = await won(fan)
    if (paid > 0) count('paid for what was won')
    expect(await balance(wallets, account.available(fan)), 'a fan paid for what they won').toBe(
      DEPOSIT - paid,
    )
  }
  expect((await balance(wallets, PROJECTS)) + (await balance(market, WALLETS))).toBe(0)
  expect([...(await wallets.sql`select * from ledger.faults`)]).toEqual([])
  await market.expectHealthy()
  return seen
}

const TREE_SEED = Number(process.env.TEST_SEED)

test('whoever dies between two steps, each bid is paid for once where it won, and given back where it did not', async () => {
  const seen = await history(4)
  expect([...seen.keys()].toSorted()).toEqual([
    'died after the reservation',
    'paid for what was won',
    'placed or refused',
    'too little money',
    'windows ended',
  ])
})

test(`so it is with seed ${TREE_SEED}, of this tree`, async () => {
  await history(TREE_SEED)
})
