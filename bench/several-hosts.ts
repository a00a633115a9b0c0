/** What the engines between several hosts cost, each beside the same without it: the pool, NATS, a second web process. */
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startTestNats } from '#server/testing/nats.ts'
import { needEngines } from '../scripts/engines.ts'
import { freePort } from '../scripts/free-port.ts'
import { leash, release } from '../scripts/leash.mjs'
import { postgresOwner } from '../scripts/postgres.ts'
import { type Remote, startRemote } from '../scripts/remote.ts'
import type { BidLoad, PlannedBid } from './bid-load.ts'
import { type Crowd, gatherCrowd } from './crowd.ts'
import type { BenchContext } from './main.ts'
import { planBids } from './plan-bids.ts'
import type { Result } from './report.ts'
import { seedMarket } from './seed.ts'
import { median } from './statistics.ts'
import { signTokens } from './tokens.ts'
import { type Database, JWT_SECRET } from './world.ts'
import { prepareReads } from './wrk.ts'

export const title = 'what stands between several hosts, beside the same without it'

const FANS = 2000
const READERS = 1000
const CONNECTIONS = 32
const SECONDS = 4
const WATCHERS = 5000
const PASSES = 9
const BIDDING_CONNECTIONS = 64

export async function run(context: BenchContext): Promise<Result[]> {
  return [await throughThePool(context), await byTwoProcesses(context), await overNats(context)]
}

async function throughThePool({ world, folder, rounds, say }: BenchContext): Promise<Result> {
  const database = await world.createDatabase()
  const { fans } = await seedMarket(database.sql, { fans: FANS, auctions: 1 })
  const pool = await startPool(database, folder)
  const direct = await world.startServer(database)
  const pooled = await world.startServer(database, {
    env: { DATABASE_URL: pool.url, DATABASE_DIRECT_URL: database.url },
  })
  const reads = await prepareReads(folder, await signTokens(JWT_SECRET, fans.slice(0, READERS)))
  const read = (port: number) =>
    reads.measure({ port, path: '/api/v1/balance', connections: CONNECTIONS, seconds: SECONDS })
  for (const { port } of [direct, pooled]) await read(port)
  const figures = { direct: [] as number[], pooled: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    figures.direct.push(await read(direct.port))
    figures.pooled.push(await read(pooled.port))
    say(`GET /balance direct ${at(figures.direct)}/s, through pgbouncer ${at(figures.pooled)}/s`)
  }
  for (const { stop } of [direct, pooled, pool]) await stop()
  return {
    goal: 'GET /balance through pgbouncer / direct',
    baseline: 'the same server without it, with prepared statements',
    unit: '×',
    rounds: over(figures.pooled, figures.direct),
    limit: { atLeast: 0.9 },
    notes: [
      `direct ${list(figures.direct)}/s; through pgbouncer ${list(figures.pooled)}/s`,
      'Debian’s pgbouncer 1.18 keeps no prepared statements in transaction mode, so that each read is parsed and planned anew; and it is one process more on the same two cores',
    ],
  }
}

/** In transaction mode, as operators run it. */
async function startPool(
  { url }: Database,
  folder: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const { pgbouncer } = needEngines(['pgbouncer'])
  const { port: postgres, pathname } = new URL(url)
  const port = await freePort()
  const own = join(folder, 'pool')
  await mkdir(own)
  for (const path of [folder, own]) await chmod(path, 0o755)
  await writeFile(join(own, 'users.txt'), '"postgres" ""\n')
  await writeFile(
    join(own, 'pgbouncer.ini'),
    `[databases]
* = host=127.0.0.1 port=${postgres}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(own, 'users.txt')}
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 20
ignore_startup_parameters = extra_float_digits
`,
  )
  const child = leash(pgbouncer, [join(own, 'pgbouncer.ini')], { ...postgresOwner(), signal: 'INT' })
  return { url: `postgres://postgres@127.0.0.1:${port}${pathname}`, stop: () => release(child) }
}

/** One hot auction: its row is locked by whichever batcher places a batch. */
async function byTwoProcesses({ world, rounds, say }: BenchContext): Promise<Result> {
  const database = await world.createDatabase()
  const market = await seedMarket(database.sql, { fans: FANS, auctions: 2 * rounds + 2 })
  const servers = [await world.startServer(database), await world.startServer(database)]
  const loads = servers.map(() => startRemote<BidLoad>(`${import.meta.dirname}/bid-load.ts`))
  for (const load of loads) await load.call('prepare', { secret: JWT_SECRET, fans: market.fans })
  const plan = planBids(market)

  const place = async (bids: PlannedBid[], processes: number): Promise<number> => {
    const runs = await Promise.all(
      loads.slice(0, processes).map((load: Remote<BidLoad>, index) =>
        load.call('place', {
          port: servers[index]?.port as number,
          connections: BIDDING_CONNECTIONS / processes,
          bids: bids.filter((_, bid) => bid % processes === index),
        }),
      ),
    )
    const refused = runs.find(({ refusal }) => refusal !== null)
    if (refused) throw new Error(`a bid was refused: ${refused.refusal}`)
    return (bids.length / Math.max(...runs.map(({ ms }) => ms))) * 1000
  }
  await place(plan.hot(2 * rounds), 1)
  await place(plan.hot(2 * rounds + 1), 2)
  await database.sql`vacuum analyze`
  const figures = { one: [] as number[], two: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    figures.one.push(await place(plan.hot(2 * round), 1))
    figures.two.push(await place(plan.hot(2 * round + 1), 2))
    say(`bids by one process ${at(figures.one)}/s, by two ${at(figures.two)}/s`)
  }
  for (const load of loads) await load.stop()
  for (const server of servers) await server.stop()
  return {
    goal: 'bids on one hot auction by two web processes / by one',
    baseline: `one web process, as many connections (${BIDDING_CONNECTIONS}) and bids, on the same two cores`,
    unit: '×',
    rounds: over(figures.two, figures.one),
    limit: { atLeast: 0.9 },
    notes: [
      `one ${list(figures.one)}/s; two ${list(figures.two)}/s`,
      'two batchers make smaller batches, and are one process more on the same two cores; either answers every bid rightly, so a project needs no batcher of its own',
    ],
  }
}

async function overNats(context: BenchContext): Promise<Result> {
  const { rounds, say } = context
  const nats = await startTestNats()
  if (!nats) throw new Error('there is no nats-server')
  const facts = { sockets: 2 * WATCHERS, fans: PASSES * (rounds + 1), auctions: 1 }
  const crowds = { own: await gatherCrowd(context, facts), shared: null as Crowd | null }
  crowds.shared = await gatherCrowd(context, { ...facts, env: { NATS_URL: nats.url } })
  const pass = async (crowd: Crowd, group: number) => {
    const times: number[] = []
    for (let number = 0; number < PASSES; number++) times.push(await crowd.bidPass(group, 0))
    return median(times)
  }
  const groups = { own: await crowds.own.watch(0, WATCHERS), shared: await crowds.shared.watch(0, WATCHERS) }
  const figures = { own: [] as number[], shared: [] as number[] }
  for (let round = -1; round < rounds; round++) {
    const [own, shared] = [await pass(crowds.own, groups.own), await pass(crowds.shared, groups.shared)]
    // The first one warms both.
    if (round < 0) continue
    figures.own.push(own)
    figures.shared.push(shared)
    say(`bid to the last watcher ${own.toFixed(1)} ms, over NATS ${shared.toFixed(1)} ms`)
  }
  await crowds.own.stop()
  await crowds.shared.stop()
  await nats.stop()
  const times = (values: number[]) => values.map((ms) => ms.toFixed(1)).join(' · ')
  return {
    goal: `HTTP bid → last of ${WATCHERS.toLocaleString('en-US')} watchers over NATS / in one process`,
    baseline: 'the same server, which reads the log for itself',
    unit: '×',
    rounds: over(figures.shared, figures.own),
    limit: { atMost: 1.25 },
    notes: [`in one process ${times(figures.own)} ms; over NATS ${times(figures.shared)} ms`],
  }
}

const over = (above: number[], below: number[]) =>
  above.map((figure, round) => figure / (below[round] as number))
const at = (rates: number[]) => Math.round(rates.at(-1) ?? 0).toLocaleString('en-US')
const list = (rates: number[]) => rates.map((rate) => Math.round(rate).toLocaleString('en-US')).join(' · ')
