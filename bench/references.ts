/** What it costs a bid that the database checks the references of its payment and its transfers. */
import type { Sql } from '#server/platform/db/sql.ts'
import { startRemote } from '../scripts/remote.ts'
import type { BidLoad } from './bid-load.ts'
import { placeOverHttp } from './bids-throughput.ts'
import type { BenchContext } from './main.ts'
import { planBids } from './plan-bids.ts'
import type { Result } from './report.ts'
import { seedMarket } from './seed.ts'
import { JWT_SECRET } from './world.ts'

export const title = 'bids a second with the references of payments and transfers enforced, and without'

const FANS = 10_000
/** The difference is small: many pairs separate it from the machine's noise. */
const PAIRS_IN_A_ROUND = 3

export async function run({ world, rounds, say }: BenchContext): Promise<Result[]> {
  const pairs = rounds * PAIRS_IN_A_ROUND
  const product = await world.createDatabase()
  const market = await seedMarket(product.sql, { fans: FANS, auctions: 2 * pairs + 2 })
  const server = await world.startServer(product)
  const load = startRemote<BidLoad>(`${import.meta.dirname}/bid-load.ts`)
  await load.call('prepare', { secret: JWT_SECRET, fans: market.fans })
  const plan = planBids(market)
  let auction = 0
  const measure = async (isEnforced: boolean) => {
    await setReferences(product.sql, isEnforced)
    return (await placeOverHttp(load, server.port, plan.hot(auction++))).rate
  }
  // Tables that have been used: the planner knows them, the server's code is warm.
  await measure(true)
  await measure(false)
  await product.sql`vacuum analyze`

  const figures = { enforced: [] as number[], without: [] as number[] }
  for (let pair = 0; pair < pairs; pair++) {
    // Alternating, as the machine may be slower in one half of a pair.
    for (const isEnforced of pair % 2 ? [true, false] : [false, true])
      figures[isEnforced ? 'enforced' : 'without'].push(await measure(isEnforced))
    say(`enforced ${at(figures.enforced)}/s, without ${at(figures.without)}/s`)
  }
  await server.stop()
  await load.stop()
  return [
    {
      goal: 'bids with references enforced / without',
      baseline: 'the same bids without',
      unit: '×',
      rounds: figures.enforced.map((rate, pair) => rate / (figures.without[pair] as number)),
      limit: { atLeast: 0.9 },
      notes: [`enforced ${list(figures.enforced)}/s; without ${list(figures.without)}/s`],
    },
  ]
}

const REFERENCES: Record<string, string[]> = {
  'ledger.transfers': ['transfers_debit_account_fkey', 'transfers_credit_account_fkey'],
  'public.payments': ['payments_user_id_fkey', 'payments_project_id_fkey'],
}

async function setReferences(sql: Sql, isEnforced: boolean): Promise<void> {
  for (const [table, names] of Object.entries(REFERENCES)) {
    for (const name of names)
      await sql.unsafe(`alter table ${table} alter constraint ${name} ${isEnforced ? '' : 'not'} enforced`)
  }
}

const at = (rates: number[]) => Math.round(rates.at(-1) ?? 0)
const list = (rates: number[]) => rates.map((rate) => Math.round(rate).toLocaleString('en-US')).join(' · ')
