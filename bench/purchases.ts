/** A first lot that everybody wants at once, bought from the wallet over HTTP. */
import { startRemote } from '../scripts/remote.ts'
import type { BidLoad } from './bid-load.ts'
import { placeOverHttp } from './bids-throughput.ts'
import type { BenchContext } from './main.ts'
import { isSoldOut, openLot } from './open-lot.ts'
import { planBids } from './plan-bids.ts'
import type { Result } from './report.ts'
import { seedMarket } from './seed.ts'
import { JWT_SECRET } from './world.ts'

export const title = 'units of a first lot bought a second over HTTP, 64 connections'

const FANS = 10_000
/** Units of the lot for which the rate is measured: most get one. */
const MANY = 8000
/** Units of the lot that everybody wants. */
const FEW = 100
const CONNECTIONS = 64

export async function run({ world, rounds, say }: BenchContext): Promise<Result[]> {
  const database = await world.createDatabase()
  const market = await seedMarket(database.sql, { fans: FANS, auctions: rounds + 1 })
  const server = await world.startServer(database)
  const load = startRemote<BidLoad>(`${import.meta.dirname}/bid-load.ts`)
  await load.call('prepare', { secret: JWT_SECRET, fans: market.fans })
  const plan = planBids(market)
  const buy = (project: string, fans: number) =>
    load.call('place', {
      port: server.port,
      connections: CONNECTIONS,
      bids: Array.from({ length: fans }, (_, fan) => ({ fan, project })),
    })
  await placeOverHttp(load, server.port, plan.hot(rounds))
  await buy(await openLot(database.sql, MANY), MANY)
  await database.sql`vacuum analyze`

  const figures = {
    bids: [] as number[],
    bought: [] as number[],
    rush: [] as number[],
    sound: [] as number[],
  }
  for (let round = 0; round < rounds; round++) {
    figures.bids.push((await placeOverHttp(load, server.port, plan.hot(round))).rate)
    const many = await buy(await openLot(database.sql, MANY), MANY)
    if (many.refused > 0) throw new Error(`a purchase was refused: ${many.refusal}`)
    figures.bought.push((many.accepted / many.ms) * 1000)
    const few = await openLot(database.sql, FEW)
    const rush = await buy(few, FANS)
    figures.rush.push(rush.ms)
    figures.sound.push(Number(rush.accepted === FEW && (await isSoldOut(database.sql, few, FEW))))
    say(`bids ${at(figures.bids)}/s, purchases ${at(figures.bought)}/s, the rush ${at(figures.rush)} ms`)
  }
  await server.stop()
  await load.stop()
  return [
    {
      goal: 'purchases / bids on one hot auction',
      baseline: 'bids over HTTP, the same connections, the same fans',
      unit: '×',
      rounds: figures.bought.map((rate, round) => rate / (figures.bids[round] as number)),
      limit: { atLeast: 0.8 },
      notes: [`bids ${list(figures.bids)}/s; purchases ${list(figures.bought)}/s`],
    },
    {
      goal: 'ten thousand fans on a hundred units: each sold once, nobody charged without one, books in order',
      baseline: 'the rows, ledger.faults, market.faults',
      unit: '',
      rounds: figures.sound,
      limit: { always: 1 },
      notes: [],
    },
    {
      goal: 'ten thousand fans on a hundred units: until all are answered',
      baseline: 'none: reported',
      unit: 'ms',
      rounds: figures.rush,
      limit: null,
      notes: [],
    },
  ]
}

const at = (figures: number[]) => Math.round(figures.at(-1) ?? 0)
const list = (figures: number[]) => figures.map((one) => Math.round(one).toLocaleString('en-US')).join(' · ')
