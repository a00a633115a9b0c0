/** Sockets that never read must cost the others no time, and the server little memory. */

import { startRemote } from '../scripts/remote.ts'
import type { BidLoad } from './bid-load.ts'
import { needDescriptors, pin, residentKilobytes, SERVERS_CORE, WATCHERS_CORE } from './machine.ts'
import type { BenchContext } from './main.ts'
import type { Result } from './report.ts'
import { seedMarket } from './seed.ts'
import { signTokens } from './tokens.ts'
import type { Opening, Watchers } from './watchers.ts'
import { whenAnswered } from './when-answered.ts'
import { JWT_SECRET } from './world.ts'

export const title = '500 of 5,000 sockets never read'

const HEALTHY = 4500
const STALLED = 500
const RATE = 200
/** Long enough to fill the kernel's buffers after a small part of it; the product disconnects after 30 s. */
const SECONDS = 20
const CONNECTIONS = 64

export async function run({ world, rounds, say }: BenchContext): Promise<Result[]> {
  needDescriptors(HEALTHY + STALLED)
  const database = await world.createDatabase()
  const market = await seedMarket(database.sql, { fans: RATE * SECONDS, auctions: 2 * rounds })
  const [token = ''] = await signTokens(JWT_SECRET, market.fans.slice(0, 1))
  const load = startRemote<BidLoad>(`${import.meta.dirname}/bid-load.ts`)
  await load.call('prepare', { secret: JWT_SECRET, fans: market.fans })
  const figures = { without: [] as number[], with: [] as number[], kilobytes: [] as number[] }

  for (let round = 0; round < rounds; round++) {
    // A new server for each round: memory that an earlier one needed would hide what this one needs.
    const server = await world.startServer(database)
    const watchers = startRemote<Watchers>(`${import.meta.dirname}/watchers.ts`)
    pin(server.pid, SERVERS_CORE)
    pin(watchers.pid, WATCHERS_CORE)

    const phase = async (place: number, stalled: number): Promise<number> => {
      const project = market.projects[place]
      if (!project) throw new Error('no project')
      const topic = { name: `realtime:market:${project.uid}`, token }
      const open = (count: number, manner: Opening['manner']) =>
        watchers.call('open', { port: server.port, count, topic, manner })
      const number = await open(HEALTHY, 'follows')
      const before = residentKilobytes(server.pid)
      const stalling = stalled > 0 ? await open(stalled, 'stalls') : null
      const bids = market.fans.map((_, fan) => ({ fan, project: project.uid, amount: 1000 + fan * 10 }))
      const paced = { port: server.port, connections: CONNECTIONS, rate: RATE, bids }
      const answers = await load.call('pace', paced)
      if (stalling !== null) figures.kilobytes.push((residentKilobytes(server.pid) - before) / stalled)
      const answered = await whenAnswered(database.sql, project.id, answers)
      await watchers.call('settled', { number, bids: bids.length })
      const { p99 } = await watchers.call('staleness', { number, answers: answered })
      await watchers.call('close', number)
      if (stalling !== null) await watchers.call('close', stalling)
      return p99
    }
    figures.without.push(await phase(2 * round, 0))
    figures.with.push(await phase(2 * round + 1, STALLED))
    say(
      `p99 ${figures.without.at(-1)} ms without, ${figures.with.at(-1)} ms with; ${figures.kilobytes.at(-1)} kB each`,
    )
    await watchers.stop()
    await server.stop()
  }
  await load.stop()

  const list = (values: number[]) => values.map((ms) => ms.toFixed(1)).join(' · ')
  const watched = `${HEALTHY.toLocaleString('en-US')} healthy watchers, ${RATE} bids a second for ${SECONDS} s`
  return [
    {
      goal: `p99 staleness of the healthy with ${STALLED} stalled sockets / without`,
      baseline: `the same run without them; ${watched}`,
      unit: '×',
      rounds: figures.with.map((ms, round) => ms / (figures.without[round] as number)),
      limit: { atMost: 1.2 },
      notes: [`without ${list(figures.without)} ms; with ${list(figures.with)} ms`],
    },
    {
      goal: 'server memory for each stalled socket',
      baseline: 'resident memory before they came',
      unit: 'kB',
      rounds: figures.kilobytes,
      limit: { atMost: 64 },
      notes: ['all that the server grew by while they were there, divided among them'],
    },
  ]
}
