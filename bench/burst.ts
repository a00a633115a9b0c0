/**
 * Hundreds of bids a second on one auction: how old the state of two thousand watchers is, and whether it ends
 * correct.
 */
import { startRemote } from '../scripts/remote.ts'
import type { BidLoad } from './bid-load.ts'
import { gatherCrowd } from './crowd.ts'
import type { BenchContext } from './main.ts'
import { RAWWS } from './rawws.ts'
import type { Result } from './report.ts'
import type { Seeded } from './seed.ts'
import { median } from './statistics.ts'
import { isToldState } from './told-state.ts'
import { whenAnswered } from './when-answered.ts'
import { JWT_SECRET } from './world.ts'

export const title = '500 bids a second for 30 s on one auction, 2,000 watchers'

const WATCHERS = 2000
const RATE = 500
const SECONDS = 30
const BIDS = RATE * SECONDS
const CONNECTIONS = 64
const PASSES = 15
/** Each bid above the last, so that every bid changes the top. */
const RAISE = 10

export async function run(context: BenchContext): Promise<Result[]> {
  const { rounds, say } = context
  const crowd = await gatherCrowd(context, { sockets: 2 * WATCHERS, fans: BIDS, auctions: rounds + 1 })
  const load = startRemote<BidLoad>(`${import.meta.dirname}/bid-load.ts`)
  await load.call('prepare', { secret: JWT_SECRET, fans: crowd.market.fans })
  const rawWatching = await crowd.watchRaw(WATCHERS)
  const figures = { p50: [] as number[], p99: [] as number[], raw: [] as number[] }
  const truths: number[] = []

  const warm = await crowd.watch(rounds, WATCHERS)
  for (let pass = 0; pass < PASSES; pass++) await crowd.bidPass(warm, rounds)
  const bytes = Buffer.from(await crowd.watchers.call('lastFrame', warm))
  await crowd.watchers.call('close', warm)

  for (let round = 0; round < rounds; round++) {
    const { id: projectId, uid: project } = crowd.market.projects[round] as Seeded['projects'][number]
    const raws: number[] = []
    for (let pass = 0; pass < PASSES; pass++) raws.push(await crowd.rawPass(rawWatching, bytes))
    const number = await crowd.watch(round, WATCHERS, 'follows')
    const bids = crowd.market.fans.map((_, fan) => ({ fan, project, amount: 1000 + fan * RAISE }))
    const paced = { port: crowd.server.port, connections: CONNECTIONS, rate: RATE, bids }
    const answers = await load.call('pace', paced)
    const states = await crowd.watchers.call('settled', { number, bids: BIDS })
    const asked = { port: crowd.server.port, fan: crowd.market.fans[0] as string, project }
    truths.push(states.length === 1 && (await isToldState(asked, states[0])) ? 1 : 0)
    const answered = await whenAnswered(crowd.database.sql, projectId, answers)
    const stale = await crowd.watchers.call('staleness', { number, answers: answered })
    await crowd.watchers.call('close', number)
    figures.raw.push(median(raws))
    figures.p50.push(stale.p50)
    figures.p99.push(stale.p99)
    say(
      `RAWWS ${median(raws).toFixed(1)} ms; staleness p50 ${stale.p50} ms, p99 ${stale.p99} ms, ${states.length} state`,
    )
  }
  await load.stop()
  await crowd.stop()

  const list = (values: number[]) => values.map((ms) => ms.toFixed(1)).join(' · ')
  return [
    {
      goal: 'p99 staleness of what a watcher shows / one RAWWS pass',
      baseline: `${RAWWS}, ${WATCHERS.toLocaleString('en-US')} sockets`,
      unit: '×',
      rounds: figures.p99.map((ms, round) => ms / (figures.raw[round] as number)),
      limit: { atMost: 12 },
      notes: [
        `RAWWS ${list(figures.raw)} ms (${bytes.length} bytes); staleness p99 ${list(figures.p99)} ms, p50 ${list(figures.p50)} ms`,
        'staleness: from the HTTP answer of a bid until a watcher’s totals include it, over all bids and watchers',
      ],
    },
    {
      goal: 'rounds in which every watcher ended in the state that the API tells',
      baseline: 'GET /projects/bids/{uid} afterwards',
      unit: '',
      rounds: truths,
      limit: { always: 1 },
      notes: [`${BIDS.toLocaleString('en-US')} bids in each round, every one accepted`],
    },
  ]
}
