/** A lot that opens at an announced hour, with everybody in its waiting room: one draw, and each is told their number. */
import type { Sql } from '#server/platform/db/sql.ts'
import { startRemote } from '../scripts/remote.ts'
import type { BidLoad } from './bid-load.ts'
import type { BenchContext } from './main.ts'
import { isSoldOut, openLot } from './open-lot.ts'
import type { QueueLoad } from './queue-load.ts'
import type { Result } from './report.ts'
import { seedMarket } from './seed.ts'
import { JWT_SECRET } from './world.ts'

export const title = 'an announced opening over HTTP, 64 connections'

const FANS = 10_000
const UNITS = 100
const CONNECTIONS = 64

export async function run({ world, rounds, say }: BenchContext): Promise<Result[]> {
  const database = await world.createDatabase()
  const { sql } = database
  const { fans } = await seedMarket(sql, { fans: FANS, auctions: 1 })
  const server = await world.startServer(database)
  const queue = startRemote<QueueLoad>(`${import.meta.dirname}/queue-load.ts`)
  const buyers = startRemote<BidLoad>(`${import.meta.dirname}/bid-load.ts`)
  await queue.call('prepare', { secret: JWT_SECRET, fans })
  await buyers.call('prepare', { secret: JWT_SECRET, fans })
  await sql`vacuum analyze`

  const figures = {
    entered: [] as number[],
    plain: [] as number[],
    told: [] as number[],
    sound: [] as number[],
  }
  for (let round = 0; round < rounds; round++) {
    const project = await openLot(sql, UNITS)
    const where = { port: server.port, connections: CONNECTIONS }
    const room = { ...where, path: `/projects/${project}/queue` }
    await opensIn(sql, project, 600)
    figures.entered.push((await queue.call('everybody', { ...room, method: 'POST' })).ms)
    const balance = { ...where, path: '/balance', method: 'GET' } as const
    figures.plain.push((await queue.call('everybody', balance)).ms)
    await opensIn(sql, project, 0)
    const told = await queue.call('everybody', { ...room, method: 'GET' })
    figures.told.push(told.ms)
    // Whoever tries before their turn is refused; the first hundred get one each.
    const bought = await buyers.call('place', {
      ...where,
      bids: fans.map((_, fan) => ({ fan, project })),
    })
    const again = await queue.call('everybody', { ...room, method: 'GET' })
    figures.sound.push(
      Number(
        isOneDraw(told.places) &&
          String(told.places) === String(again.places) &&
          bought.accepted === UNITS &&
          (await isSoldOut(sql, project, UNITS)) &&
          (await areFirst(sql, project)),
      ),
    )
    say(
      `in after ${at(figures.entered)} ms, told after ${at(figures.told)} ms, balances ${at(figures.plain)} ms`,
    )
  }
  await server.stop()
  await Promise.all([queue.stop(), buyers.stop()])
  const people = `${FANS.toLocaleString('en')} fans on ${UNITS} units`
  return [
    {
      goal: `${people}: from the opening until the last is told their number, the draw included / balances`,
      baseline: 'GET /balance by each of them, over the same connections',
      unit: '×',
      rounds: figures.told.map((ms, round) => ms / (figures.plain[round] as number)),
      limit: { atMost: 3 },
      notes: [
        `told within ${list(figures.told)} ms; balances ${list(figures.plain)} ms; all had come in within ${list(figures.entered)} ms`,
      ],
    },
    {
      goal: `${people}: one draw, the first ${UNITS} get one each, nobody is charged without one, books in order`,
      baseline: 'the answers, the rows, ledger.faults, market.faults',
      unit: '',
      rounds: figures.sound,
      limit: { always: 1 },
      notes: [],
    },
  ]
}

async function opensIn(sql: Sql, project: string, seconds: number): Promise<void> {
  await sql`
    update projects set opens_at = clock_timestamp() + make_interval(secs => ${seconds}) where uid = ${project}`
}

/** Every number once. */
function isOneDraw(places: (number | null)[]): boolean {
  return places.every((place) => place !== null) && new Set(places).size === FANS
}

/** Whoever bought had one of the first places. */
async function areFirst(sql: Sql, project: string): Promise<boolean> {
  const [row] = await sql<{ last: number }[]>`
    select max(place)::int as last
    from payments
    join projects on projects.id = payments.project_id
    join private.waiting_room room on room.project_id = projects.id and room.user_id = payments.user_id
    where projects.uid = ${project}`
  return row?.last === UNITS
}

const list = (figures: number[]) => figures.map((one) => Math.round(one).toLocaleString('en')).join(' · ')
const at = (figures: number[]) => Math.round(figures.at(-1) ?? 0)
