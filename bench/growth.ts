/**
 * Whether a page costs more in a market with a long history: the same requests at ten thousand bids and at a million.
 */
import { adminPages } from './admin-pages.ts'
import { growMarket, REGULARS } from './grow.ts'
import { type Connection, getRequest, openConnection } from './http-client.ts'
import type { BenchContext } from './main.ts'
import { describePlans } from './plans.ts'
import type { Result } from './report.ts'
import { percentile } from './statistics.ts'
import { signTokens } from './tokens.ts'
import { JWT_SECRET } from './world.ts'

export const title = 'pages at 1,000,000 bids and at 10,000'

const SMALL = 10_000
const LARGE = 1_000_000
const REQUESTS = 400

export async function run({ world, rounds, say }: BenchContext): Promise<Result[]> {
  const small = await openMarket(SMALL)
  const faults = await small.database.sql`select * from market.faults union all select * from ledger.faults`
  if (faults.length > 0)
    throw new Error(`the small market is not in order: ${JSON.stringify(faults.slice(0, 5))}`)
  const large = await openMarket(LARGE)
  const wholeReads = await describePlans(large.database, large.market)

  async function openMarket(bids: number) {
    const database = await world.createDatabase()
    const from = performance.now()
    const market = await growMarket(database.sql, bids)
    say(`${bids.toLocaleString('en-US')} bids made in ${((performance.now() - from) / 1000).toFixed(0)} s`)
    const lists = await adminPages(database.sql, market)
    const server = await world.startServer(database, {
      services: 'web',
      env: { ADMIN_SECOND_FACTOR: 'off' },
    })
    const connection = await openConnection(server.port)
    const tokens = await signTokens(JWT_SECRET, market.fans.slice(0, REGULARS))
    const [admin = ''] = await signTokens(JWT_SECRET, market.fans.slice(-1))
    const pages: Record<string, string> = {
      ...lists,
      'GET /projects/bids/{uid}': `/api/v1/projects/bids/${market.projects[0]?.uid}`,
      'GET /user-bids': '/api/v1/user-bids',
      'GET /user-projects': '/api/v1/user-projects',
    }
    const tokenFor = (page: string, request: number) => (page in lists ? admin : tokens[request % REGULARS])
    return { database, market, connection, tokenFor, pages }
  }

  const results: Result[] = [
    {
      goal: 'large tables read whole by a list, a bid or a settlement',
      baseline: 'none: bench/plans.md, which the run writes, shows each',
      unit: '',
      rounds: [wholeReads.length],
      limit: { always: 0 },
      notes: wholeReads,
    },
  ]
  for (const name of Object.keys(small.pages)) {
    const figures = { small: [] as number[], large: [] as number[] }
    // The first round warms.
    for (let round = 0; round <= rounds; round++) {
      const times = { small: [] as number[], large: [] as number[] }
      for (let request = 0; request < REQUESTS; request++) {
        for (const [size, { connection, pages, tokenFor }] of [
          ['small', small],
          ['large', large],
        ] as const)
          times[size].push(await time(connection, pages[name] ?? '', tokenFor(name, request)))
      }
      if (round === 0) continue
      figures.small.push(percentile(times.small, 0.95))
      figures.large.push(percentile(times.large, 0.95))
    }
    const list = (values: number[]) => values.map((ms) => ms.toFixed(2)).join(' · ')
    say(`${name}: ${list(figures.small)} ms, ${list(figures.large)} ms`)
    results.push({
      goal: `p95 of ${name}, at a million bids / at ten thousand`,
      baseline: 'the same request, on a market of ten thousand bids',
      unit: '×',
      rounds: figures.large.map((ms, round) => ms / (figures.small[round] as number)),
      limit: { atMost: 1.1 },
      notes: [
        `p95 of ${REQUESTS} requests, one at a time: ${list(figures.small)} ms and ${list(figures.large)} ms`,
      ],
    })
  }
  small.connection.close()
  large.connection.close()
  return results
}

async function time(connection: Connection, path: string, token = ''): Promise<number> {
  const from = performance.now()
  const { status, body } = await connection.send(getRequest(path, token))
  if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`)
  return performance.now() - from
}
