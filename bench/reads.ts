/** What every screen asks for all day, read as fast as it is answered. */
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { type Remote, startRemote } from '../scripts/remote.ts'
import type { BidLoad } from './bid-load.ts'
import { placeBySql } from './bids-by-sql.ts'
import type { BenchContext } from './main.ts'
import { preparePointSelects } from './pgbench.ts'
import { planBids } from './plan-bids.ts'
import type { Result } from './report.ts'
import { type Seeded, seedMarket } from './seed.ts'
import { signTokens } from './tokens.ts'
import { JWT_SECRET } from './world.ts'
import { prepareReads } from './wrk.ts'

export const title = 'reads a second over HTTP, 32 connections, a thousand people in turn'

/** Newcomers who read, as many who have bid for what is read, and as many who bid meanwhile. */
const READERS = 1000
const FANS = 3 * READERS
const AUCTIONS = 20
const CONNECTIONS = 32
const SECONDS = 4
const BIDS_PER_SECOND = 20
/** What every browser asks for. */
const ZIPPED = { 'accept-encoding': 'gzip' }

export async function run({ world, folder, rounds, say }: BenchContext): Promise<Result[]> {
  const database = await world.createDatabase()
  const market = await seedMarket(database.sql, { fans: FANS, auctions: AUCTIONS })
  const server = await world.startServer(database)
  const selects = await preparePointSelects(database.url, folder, FANS)
  const tokens = await signTokens(JWT_SECRET, market.fans.slice(0, 2 * READERS))
  const newcomers = await prepareReads(await mkdtemp(join(folder, 'reads-')), tokens.slice(0, READERS))
  const bidders = await prepareReads(await mkdtemp(join(folder, 'reads-')), tokens.slice(READERS))
  const load = startRemote<BidLoad>(`${import.meta.dirname}/bid-load.ts`)
  await load.call('prepare', { secret: JWT_SECRET, fans: market.fans })
  const bids = standingAndComing(market)
  await placeBySql(database.sql, market.fans, bids.standing)
  await database.sql`vacuum analyze`

  const read = (path: string, reads = newcomers, headers = {}) =>
    reads.measure({ port: server.port, path, connections: CONNECTIONS, seconds: SECONDS, headers })
  const auction = `/api/v1/projects/bids/${market.projects[0]?.uid}`
  for (const path of ['/health', '/api/v1/balance', auction, '/api/v1/projects']) await read(path)

  const figures: Figures = {
    selects: [],
    balance: [],
    health: [],
    auction: [],
    bidders: [],
    zipped: [],
    list: [],
    busy: [],
  }
  for (let round = 0; round < rounds; round++) {
    figures.selects.push(selects.measure(CONNECTIONS, SECONDS))
    figures.balance.push(await read('/api/v1/balance'))
    figures.health.push(await read('/health'))
    figures.auction.push(await read(auction))
    figures.bidders.push(await read(auction, bidders))
    figures.zipped.push(await read(auction, bidders, ZIPPED))
    figures.list.push(await read('/api/v1/projects'))
    const coming = place(load, server.port, bids.coming(round), BIDS_PER_SECOND)
    figures.busy.push(await read(auction))
    await coming
    say(
      Object.entries(figures)
        .map(([name, rates]) => `${name} ${Math.round(rates.at(-1) ?? 0)}/s`)
        .join(', '),
    )
  }
  await server.stop()
  await load.stop()
  return results(figures)
}

type Figures = Record<
  'selects' | 'health' | 'balance' | 'auction' | 'bidders' | 'zipped' | 'list' | 'busy',
  number[]
>

function results({ selects, health, balance, auction, bidders, zipped, list, busy }: Figures): Result[] {
  const over = (above: number[], below: number[]) => above.map((rate, round) => rate / (below[round] ?? 0))
  return [
    {
      goal: 'GET /balance / point selects',
      baseline: `pgbench, one account by its number, prepared, ${CONNECTIONS} clients`,
      unit: '×',
      rounds: over(balance, selects),
      limit: { atLeast: 0.55 },
      notes: [`point selects ${rates(selects)}/s; GET /balance ${rates(balance)}/s`],
    },
    {
      goal: 'data of an auction’s page / GET /health, while nothing changes',
      baseline: 'GET /health of the same server',
      unit: '×',
      rounds: over(auction, health),
      limit: { atLeast: 0.8 },
      notes: [`/health ${rates(health)}/s; the auction ${rates(auction)}/s`],
    },
    {
      goal: 'the same for people who have bid there / GET /health',
      baseline: 'GET /health of the same server',
      unit: '×',
      rounds: over(bidders, health),
      limit: { atLeast: 0.3 },
      notes: [`plain ${rates(bidders)}/s; zipped ${rates(zipped)}/s`],
    },
    {
      goal: 'list of projects / GET /health, while nothing changes',
      baseline: 'GET /health of the same server',
      unit: '×',
      rounds: over(list, health),
      limit: { atLeast: 0.8 },
      notes: [`the list ${rates(list)}/s`],
    },
    {
      goal: `data of an auction’s page a second, under ${BIDS_PER_SECOND} bids a second`,
      baseline: 'none: a rate',
      unit: '/s',
      rounds: busy,
      limit: { atLeast: 10_000 },
      notes: [],
    },
  ]
}

/** Bids of all but the newcomers on the auction that is read, first those of the bidders who read. */
function standingAndComing(market: Seeded) {
  const all = planBids({ ...market, fans: market.fans.slice(READERS) })
    .hot(0)
    .map((bid) => ({ ...bid, fan: bid.fan + READERS }))
  const each = BIDS_PER_SECOND * SECONDS
  return {
    standing: all.slice(0, READERS),
    coming: (round: number) => all.slice(READERS + round * each, READERS + (round + 1) * each),
  }
}

const place = (
  load: Remote<BidLoad>,
  port: number,
  bids: ReturnType<ReturnType<typeof planBids>['hot']>,
  rate: number,
) => load.call('pace', { port, connections: 8, rate, bids })

const rates = (all: number[]) => all.map((rate) => Math.round(rate).toLocaleString('en-US')).join(' · ')
