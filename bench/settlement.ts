/** From the end of a window to the committed row of the winner, when a thousand windows end in the same second. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '#server/platform/db/sql.ts'
import { startMailSink } from '../scripts/mail-sink.ts'
import { placeBySql } from './bids-by-sql.ts'
import type { BenchContext } from './main.ts'
import { planBids } from './plan-bids.ts'
import type { Result } from './report.ts'
import { seedMarket } from './seed.ts'
import { percentile } from './statistics.ts'

export const title = '1,000 windows that end in the same second'

const UNITS = 1000
/** Time for the engine to notice that ends were brought forward, which it checks once a second. */
const NOTICE_MS = 3000
const OUTAGE_SECONDS = 3600
const WORKER =
  'the whole worker runs: mails are sent beside it; the chain cannot be reached, so that rows keep their commit times'

type Scene = { name: string; auctions: number; units: number }
const SCENES: Scene[] = [
  { name: 'one auction of 1,000 units', auctions: 1, units: UNITS },
  { name: '1,000 auctions of one unit', auctions: UNITS, units: 1 },
]

export async function run(context: BenchContext): Promise<Result[]> {
  const results: Result[] = []
  for (const scene of SCENES) results.push(...(await runScene(context, scene)))
  return results
}

async function runScene({ world, rounds, say }: BenchContext, scene: Scene): Promise<Result[]> {
  const database = await world.createDatabase()
  const { sql } = database
  const turns = 2 * rounds
  const mails = await startMailSink()
  const options = { services: 'worker', env: { SMTP_URL: mails.url } }
  const market = await seedMarket(sql, { fans: UNITS, auctions: scene.auctions * turns, units: scene.units })
  const plan = planBids(market)
  const figures = { p99: [] as number[], p50: [] as number[], whole: [] as number[], catchUp: [] as number[] }

  /** Unused projects, each with as many standing bids as units. */
  async function stage(turn: number): Promise<number[]> {
    const first = turn * scene.auctions
    const bids = scene.auctions === 1 ? plan.hot(first) : plan.spread(first, scene.auctions)
    await placeBySql(sql, market.fans, bids)
    await sql`vacuum analyze`
    return market.projects.slice(first, first + scene.auctions).map(({ id }) => id)
  }

  for (let round = 0; round < rounds; round++) {
    const punctual = await stage(2 * round)
    const worker = await world.startServer(database, options)
    const delays = await endOnTime(sql, punctual)
    figures.p50.push(percentile(delays, 0.5))
    figures.p99.push(percentile(delays, 0.99))
    figures.whole.push(await wholeness(sql, punctual))
    await worker.stop()

    const overdue = await stage(2 * round + 1)
    await sql`
      update mints set warned_at = now(), will_expire_at = now() - make_interval(secs => ${OUTAGE_SECONDS})
      where project_id in ${sql(overdue)}`
    const from = performance.now()
    const late = await world.startServer(database, options)
    await untilSettled(sql, overdue)
    figures.catchUp.push(performance.now() - from)
    figures.whole.push(await wholeness(sql, overdue))
    await late.stop()
    say(
      `${scene.name}: p50 ${at(figures.p50)} ms, p99 ${at(figures.p99)} ms; after an outage ${at(figures.catchUp)} ms`,
    )
  }

  await mails.stop()
  return [
    {
      goal: `${scene.name}: window end → winner’s row committed, p99`,
      baseline: 'the wall clock; commit times as Postgres keeps them',
      unit: 'ms',
      rounds: figures.p99,
      limit: { atMost: 1000 },
      notes: [`medians ${figures.p50.map(Math.round).join(' · ')} ms; ${WORKER}`],
    },
    {
      goal: `${scene.name}: each unit sold once, none skipped, books in order`,
      baseline: 'the rows, market.faults, ledger.faults',
      unit: '',
      rounds: figures.whole,
      limit: { always: 1 },
      notes: ['every second figure is after an outage'],
    },
    {
      goal: `${scene.name}: all due an hour ago, from the worker’s start until settled`,
      baseline: 'none: reported',
      unit: 'ms',
      rounds: figures.catchUp,
      limit: null,
      notes: ['the start of the process is part of it'],
    },
  ]
}

const at = (values: number[]) => Math.round(values.at(-1) ?? Number.NaN)

/** Lets the windows end within the next second; ms from the end of each to the commit of the winner's row. */
async function endOnTime(sql: Sql, projects: number[]): Promise<number[]> {
  // They have been warned ten minutes before, as people are.
  await sql`
    update mints
    set warned_at = now(),
      will_expire_at = date_trunc('second', now()) + make_interval(secs => ${NOTICE_MS / 1000} + random())
    where project_id in ${sql(projects)}`
  await untilSettled(sql, projects)
  const rows = await sql<{ ms: number }[]>`
    select extract(epoch from pg_xact_commit_timestamp(won.xmin) - ended.will_expire_at)::float8 * 1000 as ms
    from mints won
    join mints ended on ended.unit_id = won.unit_id and ended.status = 'solded'
    where won.status = 'pending' and won.project_id in ${sql(projects)}`
  return rows.map(({ ms }) => ms)
}

/** Resolves when no window of the projects is open any more; throws after a minute. */
async function untilSettled(sql: Sql, projects: number[]): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const open =
      await sql`select from mints where status = 'minted' and project_id in ${sql(projects)} limit 1`
    if (open.length === 0) return
    await sleep(100)
  }
  throw new Error('not everything was settled within a minute')
}

/** 1 when every unit went from its holder to exactly one winner, and nothing is wrong with the books. */
async function wholeness(sql: Sql, projects: number[]): Promise<number> {
  const [row] = await sql<{ sold: number; live: number; won: number; faults: number }[]>`
    select
      (select count(*) from mints where status = 'solded' and project_id in ${sql(projects)})::int as sold,
      (
        select count(*)
        from units
        join mints on mints.id = units.mint_id and mints.unit_id = units.id and mints.status = 'pending'
        where units.project_id in ${sql(projects)}
      )::int as live,
      (select count(*) from bids where status = 'winner' and project_id in ${sql(projects)})::int as won,
      ((select count(*) from market.faults) + (select count(*) from ledger.faults))::int as faults`
  return row?.sold === UNITS && row.live === UNITS && row.won === UNITS && row.faults === 0 ? 1 : 0
}
