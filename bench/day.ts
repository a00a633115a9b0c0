/** A day in a minute: everything that people do, at once, and how much longer each waits for that. */
import { buildWeb } from '../scripts/build-web.ts'
import { type Remote, startRemote } from '../scripts/remote.ts'
import { type Day, type Kind, planDay, RATES } from './day-courses.ts'
import { FANS, type Scene, setDayScene } from './day-scene.ts'
import { needDescriptors } from './machine.ts'
import type { BenchContext } from './main.ts'
import type { Courses, PacedLoad } from './paced-load.ts'
import type { Result } from './report.ts'
import { percentile } from './statistics.ts'
import type { Watchers } from './watchers.ts'
import { whenAnswered } from './when-answered.ts'

export const title = `a day in a minute: ${FANS.toLocaleString('en-US')} fans, 5,000 watchers, a search engine`

const WATCHERS = 5000
const ROUNDS = 3
/** Of each kind alone, and of all at once: as many requests of a kind in both, so that their p99 can be compared. */
const SECONDS = 5
const WARM_SECONDS = 3
const KINDS = Object.keys(RATES) as Kind[]
const NEWS = 'news'
const MEASURED = [...KINDS, NEWS] as const

type Measured = (typeof MEASURED)[number]
type Figures = Record<Measured, { alone: number[]; together: number[] }>
type Mode = { name: string; roles: readonly [string, ...string[]] }

const MODES: Mode[] = [
  { name: 'worker in the same process', roles: ['web,realtime,worker'] },
  { name: 'worker in a process of its own', roles: ['web,realtime', 'worker'] },
]

export async function run(context: BenchContext): Promise<Result[]> {
  needDescriptors(WATCHERS)
  await buildWeb()
  const results: Result[] = []
  for (const mode of MODES) results.push(...(await measureMode(context, mode)))
  return results
}

async function measureMode(context: BenchContext, mode: Mode): Promise<Result[]> {
  const scene = await setDayScene(context, mode.roles)
  const day = planDay(scene)
  const load = startRemote<PacedLoad>(`${import.meta.dirname}/paced-load.ts`)
  const send = (kinds: readonly Kind[], seconds = SECONDS) =>
    load.call('run', {
      port: scene.server.port,
      courses: kinds.flatMap((kind) => day.courses(kind, seconds)),
    })
  await send(KINDS, WARM_SECONDS)

  const figures = Object.fromEntries(
    MEASURED.map((kind) => [kind, { alone: [], together: [] }]),
  ) as never as Figures
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of KINDS) figures[kind].alone.push(p99((await send([kind])).latencies[kind]))
    await watched(scene, day, async (staleness) => {
      figures.news.alone.push(await staleness(await send(['bids'])))
      const all = await send(KINDS)
      for (const kind of KINDS) figures[kind].together.push(p99(all.latencies[kind]))
      figures.news.together.push(await staleness(all))
    })
    context.say(
      `${mode.name}: ${MEASURED.map((kind) => `${kind} ${last(figures[kind].alone)} → ${last(figures[kind].together)}`).join(', ')} ms`,
    )
  }
  const told = await toldOfChain(scene)
  await load.stop()
  await scene.stop()
  return MEASURED.map((kind) => resultOf(kind, mode, figures[kind], told))
}

/** Lets 5,000 watch the first auction during `work`, which is given what says how stale they were (p99, ms). */
async function watched(
  { database, market, server, sessions }: Scene,
  day: Day,
  work: (staleness: (told: Courses) => Promise<number>) => Promise<void>,
): Promise<void> {
  const watchers: Remote<Watchers> = startRemote<Watchers>(`${import.meta.dirname}/watchers.ts`)
  const { id, uid } = market.projects[0] as { id: number; uid: string }
  const topic = { name: `realtime:market:${uid}`, token: sessions[0] as string }
  const opening = { port: server.port, count: WATCHERS, topic, manner: 'follows' as const }
  const number = await watchers.call('open', opening)
  await work(async ({ bids }) => {
    const states = await watchers.call('settled', { number, bids: day.watchedBids() })
    if (states.length !== 1) throw new Error('the watchers do not agree')
    const answers = await whenAnswered(database.sql, id, bids)
    return (await watchers.call('staleness', { number, answers })).p99
  })
  await watchers.stop()
}

async function toldOfChain({ database }: Scene): Promise<string> {
  const rows = await database.sql<{ status: string; count: number }[]>`
    select status, count(*)::int as count from chain.operations group by status order by status`
  return rows.map(({ status, count }) => `${count.toLocaleString('en-US')} ${status}`).join(', ')
}

function resultOf(
  kind: Measured,
  { name }: Mode,
  { alone, together }: Figures[Measured],
  chain: string,
): Result {
  const rate = kind === NEWS ? '2 bids a second on the auction that is watched' : `${RATES[kind]} a second`
  const records = `records of bids and plays on a chain that mines at once: ${chain}`
  return {
    goal: `${kind}, ${name}: p99 with everything at once / alone`,
    baseline: `the same kind at the same pace alone: ${rate}`,
    unit: '×',
    rounds: together.map((ms, round) => ms / (alone[round] as number)),
    limit: { atMost: 3 },
    notes: [
      `p99 ${list(alone)} ms alone, ${list(together)} ms with everything${kind === 'bids' ? `; ${records}` : ''}`,
    ],
  }
}

const p99 = (latencies: number[] = []) => percentile(latencies, 0.99)
const last = (figures: number[]) => (figures.at(-1) ?? Number.NaN).toFixed(1)
const list = (figures: number[]) => figures.map((ms) => ms.toFixed(1)).join(' · ')
