/** Five thousand watchers who are all dropped at once, while fans go on bidding. */
import type { Sql } from '#server/platform/db/sql.ts'
import { startRemote } from '../scripts/remote.ts'
import type { BidLoad } from './bid-load.ts'
import { type Crowd, gatherCrowd } from './crowd.ts'
import type { BenchContext } from './main.ts'
import { planBids } from './plan-bids.ts'
import { RAWWS, startRawFanOut } from './rawws.ts'
import type { Result } from './report.ts'
import { isToldState } from './told-state.ts'
import { JWT_SECRET } from './world.ts'

export const title = '5,000 watchers dropped at once, under 20 bids a second'

const WATCHERS = 5000
const BIDS_PER_SECOND = 20
const BIDS = 300
const CONNECTIONS = 16
/** Nobody has been dropped again for so long: the server drops everybody once more when it can follow the log anew. */
const STILL_MS = 1500
const ROUNDS = 3

export async function run(context: BenchContext): Promise<Result[]> {
  const { say } = context
  const crowd = await gatherCrowd(context, { sockets: 2 * WATCHERS, fans: BIDS, auctions: ROUNDS + 1 })
  const load = startRemote<BidLoad>(`${import.meta.dirname}/bid-load.ts`)
  await load.call('prepare', { secret: JWT_SECRET, fans: crowd.market.fans })
  const plan = planBids(crowd.market)

  async function drop(auction: number) {
    const project = crowd.market.projects[auction]?.uid as string
    const number = await crowd.watch(auction, WATCHERS, 'returns')
    const order = { port: crowd.server.port, connections: CONNECTIONS, rate: BIDS_PER_SECOND }
    const bidding = load.call('pace', { ...order, bids: plan.hot(auction) })
    const from = now()
    await cutOff(crowd.database.sql)
    const { at, drops } = await crowd.watchers.call('returned', { number, stillMs: STILL_MS })
    await bidding
    const states = await crowd.watchers.call('settled', { number, bids: BIDS })
    await crowd.watchers.call('close', number)
    const asked = { port: crowd.server.port, fan: crowd.market.fans[0] as string, project }
    const isWhole = states.length === 1 && (await isToldState(asked, states[0]))
    return { ms: at - from, drops, isWhole }
  }

  await connectBare(crowd, context.folder)
  await drop(ROUNDS)
  const figures = { bare: [] as number[], ours: [] as number[], drops: [] as number[], whole: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    figures.bare.push(await connectBare(crowd, context.folder))
    const { ms, drops, isWhole } = await drop(round)
    figures.ours.push(ms)
    figures.drops.push(drops)
    figures.whole.push(Number(isWhole))
    say(
      `bare ${Math.round(figures.bare.at(-1) ?? 0)} ms, all back after ${Math.round(ms)} ms, ${drops} drops`,
    )
  }
  await load.stop()
  await crowd.stop()
  return results(figures)
}

function results({
  bare,
  ours,
  drops,
  whole,
}: Record<'bare' | 'ours' | 'drops' | 'whole', number[]>): Result[] {
  return [
    {
      goal: 'until all have their snapshot again / bare connects',
      baseline: `the same number of connects to ${RAWWS}, by the same process, as many at once`,
      unit: '×',
      rounds: ours.map((ms, round) => ms / (bare[round] as number)),
      limit: { atMost: 3 },
      notes: [
        `bare ${list(bare)} ms; all back after ${list(ours)} ms, connections that ended in that time ${list(drops)}`,
        'the server’s connection to the log is cut, and so it ends all sockets; the clock runs from the cut until the last watcher has a snapshot and is not dropped again',
      ],
    },
    {
      goal: 'no gap: every watcher ended in the state that the API tells',
      baseline: 'GET /projects/bids/{uid} afterwards',
      unit: '',
      rounds: whole,
      limit: { always: 1 },
      notes: [`${BIDS} bids in each round, before, during and after the drop, every one accepted`],
    },
  ]
}

/** Milliseconds in which as many sockets are connected to a new process of the baseline. */
async function connectBare(crowd: Crowd, folder: string): Promise<number> {
  const raw = await startRawFanOut(folder)
  const from = now()
  const number = await crowd.watchers.call('open', {
    port: raw.port,
    count: WATCHERS,
    topic: null,
    manner: 'counts',
  })
  const took = now() - from
  await crowd.watchers.call('close', number)
  await raw.stop()
  return took
}

/** Ends the connection by which the server follows the log. */
async function cutOff(sql: Sql): Promise<void> {
  const cut = await sql`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where application_name = 'tune-change-feed' and datname = current_database()`
  if (cut.length !== 1) throw new Error(`${cut.length} connections follow the log`)
}

const now = () => Number(process.hrtime.bigint()) / 1e6
const list = (figures: number[]) => figures.map((one) => Math.round(one).toLocaleString('en-US')).join(' · ')
