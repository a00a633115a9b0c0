/** Writes bench/plans.md, which is not kept: Postgres' plan for each list of the product in a market of a million bids. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import type { Sql } from '#server/platform/db/sql.ts'
import { listUserTokens } from '#server/product/access/user-tokens.ts'
import { createViewerReader, readAuction } from '#server/product/market/auction.ts'
import { readBidHistory } from '#server/product/market/bid-history.ts'
import { listBids, listUserBids, listWinners } from '#server/product/market/bids.ts'
import { readMarketLog } from '#server/product/market/market-log.ts'
import { placeBids } from '#server/product/market/place-bids.ts'
import { untilDue } from '#server/product/market/settle.ts'
import { listNotifications } from '#server/product/notifications/notifications.ts'
import { listProjects } from '#server/product/projects/projects.ts'
import { readStatement } from '#server/product/wallet/statement.ts'
import type { Seeded } from './seed.ts'
import type { Database } from './world.ts'

/** `what` describes the plan in a sentence. `writes` is rolled back, and too long to be shown in full. */
type Question = { name: string; what: string; ask: (sql: Sql) => Promise<unknown>; writes?: true }
type Plan = { query: string; lines: string[] }

const PAGE = join(import.meta.dirname, 'plans.md')
const LINES_SHOWN = 30
const WIDTH = 150
/** A table with fewer rows may be read whole: that is the fastest way. */
const SMALL_TABLE = 5000
const SETTINGS = [
  "load 'auto_explain'",
  'set auto_explain.log_min_duration = 0',
  'set auto_explain.log_analyze = on',
  'set auto_explain.log_buffers = on',
  'set auto_explain.log_timing = off',
  'set auto_explain.log_nested_statements = on',
  'set client_min_messages = log',
]

function questions({ fans, projects }: Seeded): Question[] {
  const [hot, other] = [projects[0]?.id ?? 0, projects[1]?.id ?? 0]
  const fan = fans[0] ?? ''
  const page = { search: '', sort: 'newest', limit: 50, after: null }
  return [
    {
      name: 'Bids of an auction, first page',
      what: 'The unique index on the standing amounts is read from its top, 51 entries and no more.',
      ask: (sql) => listBids(sql, hot, page),
    },
    {
      name: 'Bids of an auction, a page far down',
      what: 'The same index, entered at the key of the page; the rank of its first bid comes from the counts.',
      ask: (sql) => listBids(sql, hot, { limit: 50, after: 's450000' }),
    },
    {
      name: 'Bids of an auction that ended',
      what: 'The partial index on ended bids, from the newest on.',
      ask: (sql) => listBids(sql, other, { limit: 50, after: `e${Number.MAX_SAFE_INTEGER}`.slice(0, 16) }),
    },
    {
      name: 'Totals and the leader',
      what: 'One row of totals, and the first entry of the index of amounts.',
      ask: (sql) => readAuction(sql, hot),
    },
    {
      name: 'The caller’s own bid',
      what: 'One entry of the index of fans for each of those who ask at once, and its rank from the counts.',
      ask: (sql) => createViewerReader(sql)({ project: projects[0]?.uid ?? '', fan }),
    },
    {
      name: 'Winners of an auction',
      what: 'The partial index on winners, from the latest win on.',
      ask: (sql) => listWinners(sql, other, page),
    },
    {
      name: 'A fan’s bids',
      what: 'The fan’s part of the index on users, from the newest on; each with its project and rank.',
      ask: (sql) => listUserBids(sql, fan, page),
    },
    {
      name: 'A fan’s tokens',
      what: 'The fan’s part of the index on users, from the newest on.',
      ask: (sql) => listUserTokens(sql, fan, page),
    },
    {
      name: 'A fan’s statement',
      what: 'The newest transfers of each of the fan’s accounts, merged; what they were about is looked up by key.',
      ask: (sql) => readStatement(sql, fan, { group: null, from: null, to: null }, page),
    },
    {
      name: 'A fan’s notifications',
      what: 'The page and both counts stay within the fan’s own rows.',
      ask: (sql) => listNotifications(sql, { uid: fan, language: 'pt' }, { page: 1, limit: 20 }),
    },
    {
      name: 'Projects on sale',
      what: 'The index of published projects, from the newest on; counts are kept, not made.',
      ask: (sql) => listProjects(sql, fan, { ...page, search: '', sort: 'newest' }),
    },
    {
      name: 'The log of a market, a page in the middle',
      what: 'The primary key, entered at the number of the page.',
      ask: (sql) => readMarketLog(sql, hot, { order: 'asc', limit: 50, after: 50_000 }),
    },
    {
      name: 'History for the chart',
      what: 'The last two hundred entries of the log, by its primary key.',
      ask: (sql) => readBidHistory(sql, hot),
    },
    {
      name: 'Rank of an amount far down',
      what: 'Sums of counts and one short range of amounts: the same work for any number of bids.',
      ask: (sql) => sql`select market.position(${hot}, 20000)`,
    },
    {
      name: 'When something is due',
      what: 'The first entry of two partial indexes.',
      ask: (sql) => untilDue(sql),
    },
    {
      name: 'What is due',
      what: 'Three partial indexes, each read from its beginning up to now.',
      ask: (sql) => sql`select market.due(500)`,
    },
    {
      name: 'Settling a market',
      what: 'Every statement finds its rows by an index.',
      ask: async (sql) => {
        await sql`update mints set will_expire_at = clock_timestamp() where project_id = ${hot} and status = 'minted'`
        await sql`select market.settle(array[${hot}::bigint])`
      },
      writes: true,
    },
    {
      name: 'Closing a project',
      what: 'The index on its standing bids, 200 at a time.',
      ask: async (sql) => {
        await sql`update projects set expired_at = clock_timestamp() where id = ${other}`
        await sql`select market.settle(array[${other}::bigint])`
      },
      writes: true,
    },
    {
      name: 'Placing a bid',
      what: 'Every statement finds its rows by an index.',
      ask: (sql) =>
        placeBids(sql, [
          {
            fanUid: fans.at(-1) ?? '',
            session: { id: fans.at(-1) ?? null, level: 'aal1' },
            projectUid: projects[0]?.uid ?? '',
            amount: 990_000,
            key: 'a-key',
            requestHash: 'a-hash',
          },
        ]),
      writes: true,
    },
  ]
}

/** Resolves with the large tables that were read whole: empty, if all is well. */
export async function describePlans(database: Database, market: Seeded): Promise<string[]> {
  const plans: Plan[] = []
  const own = postgres(database.url, {
    max: 1,
    onnotice: ({ message }) => plans.push(readPlan(String(message))),
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
  }) as unknown as Sql
  for (const setting of SETTINGS) await own.unsafe(setting)
  const large = await largeTables(database.sql)
  const wrong: string[] = []
  const sections: string[] = []
  for (const { name, what, ask, writes } of questions(market)) {
    // Once to warm up: what stays in memory on a busy day is in memory.
    if (!writes) await ask(own)
    plans.length = 0
    if (writes) await undone(own, ask)
    else await ask(own)
    const read = plans.flatMap(({ lines }) => wholeReads(lines)).filter((table) => large.has(table))
    wrong.push(...read.map((table) => `${name}: ${table}`))
    sections.push(`\n## ${name}\n\n${what}\n\n${writes ? summary(plans) : plans.map(render).join('\n')}`)
  }
  await own.end()
  const [size] = await database.sql<
    { bids: string }[]
  >`select to_char(count(*), 'FM9,999,999') as bids from bids`
  await writeFile(PAGE, `${introduction(size?.bids ?? '', wrong)}${sections.join('\n')}`)
  return wrong
}

function introduction(bids: string, wrong: string[]): string {
  return `# Plans

What Postgres does for each list of the product, as the product itself asks, in a market of ${bids} bids, 100,000 fans
and 1,001 auctions, a tenth of the bids on one of them. Written by \`npm run bench -- growth\`. Statements within
functions are shown like any other. Tables of more than ${SMALL_TABLE.toLocaleString('en-US')} rows that were read whole: ${wrong.join(', ') || 'none'}.
`
}

/** Runs a write and rolls it back. */
async function undone(sql: Sql, ask: Question['ask']): Promise<void> {
  const enough = new Error('enough')
  await sql
    .begin(async (tx) => {
      await ask(tx as unknown as Sql)
      throw enough
    })
    .catch((fault) => {
      if (fault !== enough) throw fault
    })
}

function readPlan(message: string): Plan {
  const lines = message.split('\n')
  // The plan begins at the first line with costs.
  const from = lines.findIndex((line) => /\(cost=/.test(line))
  return { query: lines.slice(1, from).join(' ').replace(/\s+/g, ' '), lines: lines.slice(from) }
}

/** Also through an index, of whose rows a filter took thousands away. */
function wholeReads(lines: string[]): string[] {
  const read: string[] = []
  let table = ''
  for (const line of lines) {
    const scan = /(Seq Scan|Index Scan(?: Backward)? using \w+) on (\w+)/.exec(line)
    if (line.includes('(cost=')) table = scan?.[2] ?? ''
    const removed = Number(/Rows Removed by Filter: (\d+)/.exec(line)?.[1] ?? 0)
    if (scan?.[1] === 'Seq Scan' || removed > SMALL_TABLE) read.push(table)
  }
  return read
}

function render({ lines }: Plan): string {
  const shown = lines
    .slice(0, LINES_SHOWN)
    .map((line) => (line.length > WIDTH ? `${line.slice(0, WIDTH)}…` : line))
  const more = lines.length > LINES_SHOWN ? [`… ${lines.length - LINES_SHOWN} lines more`] : []
  return `\`\`\`\n${[...shown, ...more].join('\n')}\n\`\`\`\n`
}

/** The statements and the indexes they use. */
function summary(plans: Plan[]): string {
  const indexes = plans.flatMap(({ lines }) =>
    lines.flatMap((line) => /(?:Index Scan|Index Only Scan)(?: Backward)? using (\w+)/.exec(line)?.[1] ?? []),
  )
  const used = [...new Set(indexes)].toSorted().map((name) => `\`${name}\``)
  return `${plans.length} statements; indexes: ${used.join(', ')}.\n`
}

async function largeTables(sql: Sql): Promise<Set<string>> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and reltuples > ${SMALL_TABLE}`
  return new Set(rows.map(({ name }) => name))
}
