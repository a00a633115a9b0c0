/** How long one bid takes on an idle server, beside the plain database call. */

import { startRemote } from '../scripts/remote.ts'
import type { BidLoad } from './bid-load.ts'
import type { BenchContext } from './main.ts'
import { BID1, preparePlainBids } from './pgbench.ts'
import { planBids } from './plan-bids.ts'
import type { Result } from './report.ts'
import { seedMarket } from './seed.ts'
import { percentile } from './statistics.ts'
import { JWT_SECRET } from './world.ts'

export const title = 'one bid in flight'

const BIDS = 2000
const PGBENCH_SECONDS = 3

export async function run({ world, folder, rounds, say }: BenchContext): Promise<Result[]> {
  const product = await world.createDatabase()
  const plain = await preparePlainBids((await world.createDatabase()).url, folder)
  const market = await seedMarket(product.sql, { fans: BIDS, auctions: 100 })
  const server = await world.startServer(product)
  const load = startRemote<BidLoad>(`${import.meta.dirname}/bid-load.ts`)
  await load.call('prepare', { secret: JWT_SECRET, fans: market.fans })
  const plan = planBids(market)
  const place = async (project: number, connections: number) => {
    const run = await load.call('place', { port: server.port, connections, bids: plan.hot(project) })
    if (run.refused > 0) throw new Error(`${run.refused} bids were refused: ${run.refusal}`)
    return run.latencies
  }

  for (const project of [rounds, rounds + 1, rounds + 2]) await place(project, 8)
  await place(rounds + 3, 1)
  await product.sql`vacuum analyze`
  plain.measure(1, PGBENCH_SECONDS)

  const ratios: number[] = []
  const figures = { plain: [] as number[], p50: [] as number[], p99: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const { latencyMs } = plain.measure(1, PGBENCH_SECONDS)
    const latencies = await place(round, 1)
    figures.plain.push(latencyMs)
    figures.p50.push(percentile(latencies, 0.5))
    figures.p99.push(percentile(latencies, 0.99))
    ratios.push(percentile(latencies, 0.5) / latencyMs)
    say(`BID1 ${latencyMs} ms; a bid over HTTP ${percentile(latencies, 0.5).toFixed(3)} ms`)
  }
  await load.stop()

  const list = (values: number[]) => values.map((ms) => ms.toFixed(2)).join(' · ')
  return [
    {
      goal: 'median bid over HTTP / BID1 at one client',
      baseline: `${BID1}, 1 client, its mean`,
      unit: '×',
      rounds: ratios,
      limit: { atMost: 2 },
      notes: [
        `BID1 ${list(figures.plain)} ms; bid ${list(figures.p50)} ms (median), ${list(figures.p99)} ms (p99)`,
      ],
    },
  ]
}
