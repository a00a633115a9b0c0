/** How many durable bids a second the product accepts over HTTP, beside what Postgres does one by one. */
import { privateKeyToAddress } from 'viem/accounts'
import { startChainNode } from '#server/testing/chain-node.ts'
import { startMailSink } from '../scripts/mail-sink.ts'
import { type Remote, startRemote } from '../scripts/remote.ts'
import type { BidLoad, PlannedBid } from './bid-load.ts'
import type { BenchContext } from './main.ts'
import { BID1, ONE_CALL, preparePlainBids, prepareSingleBids } from './pgbench.ts'
import { planBids } from './plan-bids.ts'
import type { Result } from './report.ts'
import { seedMarket } from './seed.ts'
import { percentile } from './statistics.ts'
import { JWT_SECRET, OPERATOR_KEY } from './world.ts'

export const title = 'durable bids a second over HTTP, 64 connections, full rules'

const FANS = 20_000
const AUCTIONS = 1000
const CONNECTIONS = 64
const PGBENCH_CLIENTS = 8
const PGBENCH_SECONDS = 3

export async function run({ world, folder, rounds, say }: BenchContext): Promise<Result[]> {
  const product = await world.createDatabase()
  const plain = await preparePlainBids((await world.createDatabase()).url, folder)
  // The first projects are the hot ones: two for each round, and one to warm up.
  const hotOnes = 2 * rounds + 1
  const market = await seedMarket(product.sql, { fans: FANS, auctions: hotOnes + 2 * AUCTIONS })
  const single = await prepareSingleBids(product.url, folder, {
    fans: market.fans,
    first: hotOnes + AUCTIONS,
    auctions: AUCTIONS,
  })
  const server = await world.startServer(product)
  const load = startRemote<BidLoad>(`${import.meta.dirname}/bid-load.ts`)
  await load.call('prepare', { secret: JWT_SECRET, fans: market.fans })
  const plan = planBids(market)

  // Used tables: the planner has statistics, and the servers' code is warm.
  await placeOverHttp(load, server.port, plan.spread(hotOnes, AUCTIONS))
  await placeOverHttp(load, server.port, plan.hot(hotOnes - 1))
  await product.sql`vacuum analyze`
  plain.measure(PGBENCH_CLIENTS, PGBENCH_SECONDS)
  single.measure(PGBENCH_CLIENTS, PGBENCH_SECONDS)

  const figures = {
    plain: [] as number[],
    single: [] as number[],
    hot: [] as number[],
    spread: [] as number[],
    busy: [] as number[],
  }
  const latencies: number[] = []
  for (let round = 0; round < rounds; round++) {
    figures.plain.push(plain.measure(PGBENCH_CLIENTS, PGBENCH_SECONDS).rate)
    figures.single.push(single.measure(PGBENCH_CLIENTS, PGBENCH_SECONDS).rate)
    const hot = await placeOverHttp(load, server.port, plan.hot(2 * round))
    figures.hot.push(hot.rate)
    latencies.push(...hot.latencies)
    figures.spread.push((await placeOverHttp(load, server.port, plan.spread(hotOnes, AUCTIONS))).rate)
    say(
      `BID1 ${at(figures.plain)}/s, one by one ${at(figures.single)}/s, one hot auction ${at(figures.hot)}/s, spread ${at(figures.spread)}/s`,
    )
  }
  await server.stop()

  // The worker's jobs, its engines and the transaction sender beside it, in the same process: mails go out, on a chain that mines at
  // once.
  const mails = await startMailSink()
  const chain = await startChainNode({ fund: privateKeyToAddress(OPERATOR_KEY) })
  const busy = await world.startServer(product, {
    services: 'web,realtime,worker',
    env: { CHAIN_RPC_URL: chain.url, SMTP_URL: mails.url },
  })
  for (let round = 0; round < rounds; round++) {
    figures.busy.push((await placeOverHttp(load, busy.port, plan.hot(2 * round + 1))).rate)
    say(`with the worker in the same process ${at(figures.busy)}/s`)
  }
  await busy.stop()
  await chain.kill()
  await mails.stop()
  await load.stop()

  const over = (above: number[], below: number[]) =>
    above.map((rate, round) => rate / (below[round] as number))
  const ms = (share: number) => percentile(latencies, share).toFixed(1)
  return [
    {
      goal: 'bids on one hot auction / BID1',
      baseline: `${BID1}, ${PGBENCH_CLIENTS} clients`,
      unit: '×',
      rounds: over(figures.hot, figures.plain),
      limit: { atLeast: 2 },
      notes: [
        `BID1 ${list(figures.plain)}/s; product ${list(figures.hot)}/s`,
        `at ${CONNECTIONS} connections a bid is answered after ${ms(0.5)} ms (median), ${ms(0.99)} ms (p99)`,
      ],
    },
    {
      goal: 'bids on one hot auction / one bid for each call',
      baseline: `${ONE_CALL}, ${PGBENCH_CLIENTS} clients`,
      unit: '×',
      rounds: over(figures.hot, figures.single),
      limit: { atLeast: 4 },
      notes: [`one by one ${list(figures.single)}/s`],
    },
    {
      goal: 'one hot auction / a thousand auctions',
      baseline: 'the same bids on a thousand auctions',
      unit: '×',
      rounds: over(figures.hot, figures.spread),
      limit: { atLeast: 0.9 },
      notes: [`on a thousand auctions ${list(figures.spread)}/s`],
    },
    {
      goal: 'the same with the worker in the same process / without it',
      baseline: 'the same bids, nobody recording or mailing them',
      unit: '×',
      rounds: over(figures.busy, figures.hot),
      limit: { atLeast: 0.8 },
      notes: [
        `${list(figures.busy)}/s, while the sender records them on a chain that mines at once, and their mails go out`,
      ],
    },
  ]
}

/** Places the bids over HTTP and resolves with their rate a second and the milliseconds of each; throws when one is refused. */
export async function placeOverHttp(load: Remote<BidLoad>, port: number, bids: PlannedBid[]) {
  const run = await load.call('place', { port, connections: CONNECTIONS, bids })
  if (run.refused > 0) throw new Error(`${run.refused} of ${bids.length} bids were refused: ${run.refusal}`)
  return { rate: (run.accepted / run.ms) * 1000, latencies: run.latencies }
}

const at = (rates: number[]) => Math.round(rates.at(-1) ?? 0)
const list = (rates: number[]) => rates.map((rate) => Math.round(rate).toLocaleString('en-US')).join(' · ')
