/** A first lot that everybody wants at once, bought from the wallet over HTTP. */
import type { Sql } from '#server/platform/db/sql.ts'
import { startRemote } from '../scripts/remote.ts'
import type { BidLoad } from './bid-load.ts'
import { placeOverHttp } from './bids-throughput.ts'
import type { BenchContext } from './main.ts'
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
    figures.sound.push(Number(rush.accepted === FEW && (await isSound(database.sql, few))))
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

/** A project of that many units, none of them sold; its uid. */
async function openLot(sql: Sql, units: number): Promise<string> {
  const [project] = await sql<{ uid: string }[]>`
    insert into projects (project_name, author, thumbnail, description, video_id, symbol, fiat_price, total_supply,
      valid_period, expired_at, author_wallet, contract_address, is_active)
    values ('Lot', 'Bench', '/cover.webp', 'Bench', 'bench', 'LOT', 1000, ${units}, 3600, now() + interval '30 days',
      ${`0x${'c'.repeat(40)}`}, '0x' || lpad(to_hex((random() * 1e9)::int), 40, 'd'), true)
    returning uid`
  return (project as { uid: string }).uid
}

async function isSound(sql: Sql, project: string): Promise<boolean> {
  const [row] = await sql<{ sold: number; paid: number; faults: number }[]>`
    select
      (select count(distinct unit_id) from mints where project_id = projects.id) as sold,
      (select count(*) from payments where project_id = projects.id) as paid,
      (select count(*) from ledger.faults) + (select count(*) from market.faults) as faults
    from projects where uid = ${project}`
  return row?.sold === FEW && row.paid === FEW && row.faults === 0
}

const at = (figures: number[]) => Math.round(figures.at(-1) ?? 0)
const list = (figures: number[]) => figures.map((one) => Math.round(one).toLocaleString('en-US')).join(' · ')
