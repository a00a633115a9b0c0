/** What the database does for one bid and for one purchase: processor time, index entries, and bytes of its log. */
import { randomUUID } from 'node:crypto'
import { connect, type Sql } from '#server/platform/db/sql.ts'
import type { BenchContext } from './main.ts'
import { openLot } from './open-lot.ts'
import { planBids } from './plan-bids.ts'
import type { Result } from './report.ts'
import { type Seeded, seedMarket } from './seed.ts'

export const title = 'what a bid and a purchase cost the database, thirty-two in a call'

const FANS = 6400
/** As many as share a call under load. */
const IN_A_CALL = 32

type Cost = {
  /** Microseconds of a backend in the function that decides, its commit excluded. */
  time: number
  /** Entries added to b-trees. */
  entries: number
  /** Bytes of the write-ahead log, without copies of whole pages, which a checkpoint causes. */
  bytes: number
}
type Kind = { function: 'place_bids' | 'buy_units'; orders: () => Promise<Record<string, unknown>[]> }

export async function run({ world, rounds, say }: BenchContext): Promise<Result[]> {
  const { url, sql } = await world.createDatabase()
  await sql`create extension pg_walinspect`
  const market = await seedMarket(sql, { fans: FANS, auctions: rounds + 1 })
  const caller = connect(url, { max: 1 })
  await caller`set track_functions = 'pl'`
  const kinds = { bid: bidsOf(market), purchase: purchasesOf(market, sql) }
  for (const kind of Object.values(kinds)) await costOf(kind, caller, sql)
  await sql`vacuum analyze`

  const costs = { bid: [] as Cost[], purchase: [] as Cost[] }
  for (let round = 0; round < rounds; round++) {
    for (const name of ['bid', 'purchase'] as const) {
      const cost = await costOf(kinds[name], caller, sql)
      costs[name].push(cost)
      say(
        `a ${name}: ${cost.time.toFixed(1)} µs, ${cost.entries.toFixed(1)} index entries, ${Math.round(cost.bytes)} bytes of log`,
      )
    }
  }
  await caller.end()
  return [
    ...resultsOf('a bid', costs.bid, { time: 110, entries: 15, bytes: 2048 }),
    ...resultsOf('a purchase', costs.purchase, null),
  ]
}

const resultsOf = (name: string, costs: Cost[], limits: Cost | null): Result[] => {
  const result = (what: string, unit: string, key: keyof Cost, baseline: string): Result => ({
    goal: `${what} for ${name}`,
    baseline,
    unit,
    rounds: costs.map((cost) => cost[key]),
    limit: limits ? { atMost: limits[key] } : null,
    notes: [],
  })
  return [
    result('a backend’s time', 'µs', 'time', 'none: `track_functions`, the function that decides'),
    result('index entries', '', 'entries', 'none: the b-tree insertions in the write-ahead log'),
    result('write-ahead log', 'bytes', 'bytes', 'none: its records, without copies of whole pages'),
  ]
}

function bidsOf({ fans, projects }: Seeded): Kind {
  const plan = planBids({ fans, projects })
  let auction = 0
  return {
    function: 'place_bids',
    orders: async () =>
      plan
        .hot(auction++)
        .map(({ fan, project, amount }) => ({ ...orderOf(fans[fan] as string, project), amount })),
  }
}

function purchasesOf({ fans }: Seeded, sql: Sql): Kind {
  return {
    function: 'buy_units',
    orders: async () => {
      const project = await openLot(sql, fans.length)
      return fans.map((fan) => orderOf(fan, project))
    },
  }
}

/** The session of a seeded fan has the fan's number. */
const orderOf = (fan: string, project: string) => ({
  fan,
  project,
  session: fan,
  level: 'aal1',
  key: randomUUID(),
  hash: '',
})

/** Of one order, over all that the kind makes. Throws when one is refused. */
async function costOf(kind: Kind, caller: Sql, sql: Sql): Promise<Cost> {
  const orders = await kind.orders()
  await sql`checkpoint`
  const before = await timeIn(kind, caller)
  const [start] = await sql<{ at: string }[]>`select pg_current_wal_insert_lsn() as at`
  for (let from = 0; from < orders.length; from += IN_A_CALL) {
    const requests = orders.slice(from, from + IN_A_CALL).map((order, ordinal) => ({ ...order, ordinal }))
    const [refused] = await caller<{ refusal: string }[]>`
      select refusal
      from ${caller(`market.${kind.function}`)}(${JSON.stringify(requests)}::text::jsonb)
      where refusal is not null`
    if (refused) throw new Error(`refused: ${refused.refusal}`)
  }
  const [log] = await sql<{ entries: number; bytes: number }[]>`
    select
      sum(count) filter (where "resource_manager/record_type" in ('Btree/INSERT_LEAF', 'Btree/INSERT_POST'))::int as entries,
      sum(record_size)::int as bytes
    from pg_get_wal_stats(${(start as { at: string }).at}, pg_current_wal_flush_lsn(), true)`
  const { entries, bytes } = log as { entries: number; bytes: number }
  return {
    time: ((await timeIn(kind, caller)) - before) / orders.length,
    entries: entries / orders.length,
    bytes: bytes / orders.length,
  }
}

/** Microseconds so far. */
async function timeIn(kind: Kind, caller: Sql): Promise<number> {
  await caller`select pg_stat_force_next_flush()`
  const [row] = await caller<{ us: number }[]>`
    select coalesce(sum(total_time), 0) * 1000 as us
    from pg_stat_user_functions
    where schemaname = 'market' and funcname = ${kind.function}`
  return (row as { us: number }).us
}
