/**
 * `npm run scale -- --processes 1,2,4,8`: what the product serves a second with so many web processes on this machine, beside the
 * database's own point selects. Prints a table; needs pgbench and wrk, and leaves RESULTS.md as it is.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Remote, startRemote } from '../scripts/remote.ts'
import type { BidLoad, PlannedBid } from './bid-load.ts'
import { placeBySql } from './bids-by-sql.ts'
import { describeCommit, describeLoad, describeMachine } from './machine.ts'
import { preparePointSelects } from './pgbench.ts'
import { planBids } from './plan-bids.ts'
import { type Seeded, seedMarket } from './seed.ts'
import { signTokens } from './tokens.ts'
import { JWT_SECRET, startWorld } from './world.ts'
import { prepareReads, type Reads } from './wrk.ts'

/** Of each kind of reader. */
const READERS = 1000
const BIDDERS = 20_000
const AUCTIONS = 1000
const CONNECTIONS = 64
/** Four cores of a machine are one of load: each of its processes sends bids, or reads, for some thousands a second. */
const LOADS = Math.max(1, Math.floor(availableParallelism() / 4))
/** What a web process may open, and the rest beside them. */
const CONNECTIONS_OF_ONE = 43
const CONNECTIONS_BESIDE = 100

const { values } = parseArgs({
  options: { processes: { type: 'string', default: '1,2' }, seconds: { type: 'string', default: '4' } },
})
const counts = values.processes.split(',').map(Number)
const seconds = Number(values.seconds)

const folder = await mkdtemp(join(tmpdir(), 'tune-scale-'))
const most = Math.max(...counts) * CONNECTIONS_OF_ONE + CONNECTIONS_BESIDE
const world = await startWorld({ max_connections: String(most) })
try {
  console.log(`${describeMachine()}\n${describeLoad()}, commit ${describeCommit()}\n`)
  await measureAll()
} finally {
  await world.stop()
  await rm(folder, { recursive: true })
}

type Scene = {
  /** The auction that is read, on which half of the readers have bid. */
  page: string
  newcomers: Reads
  bidders: Reads
  selects: { measure: (clients: number, seconds: number) => number }
  loads: Remote<BidLoad>[]
  hot: (index: number) => PlannedBid[]
  spread: () => PlannedBid[]
}

async function measureAll(): Promise<void> {
  const database = await world.createDatabase()
  const market = await seedMarket(database.sql, {
    fans: 2 * READERS + BIDDERS,
    // One to read, one hot one for each count and one to warm up, and the thousand.
    auctions: 2 + counts.length + AUCTIONS,
  })
  const scene = await setScene(market, database)
  await database.sql`vacuum analyze`
  const columns = [
    'processes',
    'point selects',
    '/health',
    'balance',
    'auction, newcomers',
    'auction, bidders',
    'bids, one auction',
    'bids, a thousand',
  ]
  console.log(`| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`)
  for (const [index, count] of counts.entries()) {
    const server = await world.startServer(database, { env: { WEB_PROCESSES: String(count) } })
    const read = (reads: Reads, path: string) =>
      reads.measure({ port: server.port, path, connections: CONNECTIONS, seconds, threads: LOADS })
    await read(scene.bidders, scene.page)
    await place(scene, server.port, scene.spread())
    const figures = [
      scene.selects.measure(CONNECTIONS, seconds),
      await read(scene.newcomers, '/health'),
      await read(scene.newcomers, '/api/v1/balance'),
      await read(scene.newcomers, scene.page),
      await read(scene.bidders, scene.page),
      await place(scene, server.port, scene.hot(index)),
      await place(scene, server.port, scene.spread()),
    ]
    console.log(
      `| ${[count, ...figures].map((figure) => Math.round(figure).toLocaleString('en-US')).join(' | ')} |`,
    )
    await server.stop()
  }
  for (const load of scene.loads) await load.stop()
}

async function setScene(
  market: Seeded,
  { url, sql }: Awaited<ReturnType<typeof world.createDatabase>>,
): Promise<Scene> {
  const readers = market.fans.slice(0, 2 * READERS)
  const others = { ...market, fans: market.fans.slice(2 * READERS) }
  const [page] = market.projects
  const haveBid = readers.slice(READERS)
  await placeBySql(sql, haveBid, planBids({ ...market, fans: haveBid }).hot(0))
  const loads = Array.from({ length: LOADS }, () =>
    startRemote<BidLoad>(`${import.meta.dirname}/bid-load.ts`),
  )
  for (const load of loads) await load.call('prepare', { secret: JWT_SECRET, fans: others.fans })
  const plan = planBids(others)
  const tokens = await signTokens(JWT_SECRET, readers)
  return {
    page: `/api/v1/projects/bids/${page?.uid}`,
    newcomers: await prepareReads(await mkdtemp(join(folder, 'reads-')), tokens.slice(0, READERS)),
    bidders: await prepareReads(await mkdtemp(join(folder, 'reads-')), tokens.slice(READERS)),
    selects: await preparePointSelects(url, folder, readers.length),
    loads,
    hot: (index) => plan.hot(1 + index),
    spread: () => plan.spread(1 + counts.length, AUCTIONS),
  }
}

/** Places the bids, a share by each process of load, and resolves with how many were accepted a second. Throws when one is refused. */
async function place({ loads }: Scene, port: number, bids: PlannedBid[]): Promise<number> {
  const runs = await Promise.all(
    loads.map((load, index) =>
      load.call('place', {
        port,
        connections: CONNECTIONS / loads.length,
        bids: bids.filter((_, place) => place % loads.length === index),
      }),
    ),
  )
  const refusal = runs.find(({ refused }) => refused > 0)?.refusal
  if (refusal) throw new Error(`bids were refused: ${refusal}`)
  return (bids.length / Math.max(...runs.map(({ ms }) => ms))) * 1000
}
