/** An artist with a million followers says something: everybody else's page stays as quick as before. */
import type { Sql } from '#server/platform/db/sql.ts'
import { sendAlerts } from '#server/product/alerts/send-alerts.ts'
import type { BenchContext } from './main.ts'
import type { Result } from './report.ts'
import { seedMarket } from './seed.ts'
import { percentile } from './statistics.ts'
import { signTokens } from './tokens.ts'
import { JWT_SECRET } from './world.ts'

export const title = 'a page of a fan while an artist’s followers are told, asked for one after another'

/** `BENCH_FOLLOWERS` for a try. */
const FOLLOWERS = Number(process.env.BENCH_FOLLOWERS ?? 1_000_000)
const PAGES_ASKED = 400
const PATHS = ['/api/v1/projects', '/api/v1/balance', '/api/v1/user-projects']

export async function run({ world, rounds, say }: BenchContext): Promise<Result[]> {
  const database = await world.createDatabase()
  const { sql } = database
  const market = await seedMarket(sql, { fans: 1000, auctions: 20 })
  await follow(sql)
  const server = await world.startServer(database, { services: 'web' })
  const [token = ''] = await signTokens(JWT_SECRET, market.fans.slice(-1))
  await pages(server.port, token)

  const rest: number[] = []
  const telling: number[] = []
  for (let round = 0; round < rounds; round++) {
    rest.push(percentile(await pages(server.port, token), 0.99))
    await sql`
      insert into private.alerts (key, kind, artist_id, data, due_at)
      select ${`announcement:${round}`}, 'announcement', min(id),
        '{"artist": "Bench", "page": null, "text": "Hoje!", "until": "2099-01-01T00:00:00Z"}', now()
      from private.artists`
    const told = tell(sql)
    telling.push(percentile(await pages(server.port, token), 0.99))
    await told
    say(`at rest ${rest.at(-1)?.toFixed(1)} ms, while telling ${telling.at(-1)?.toFixed(1)} ms`)
  }
  const [heard] = await sql<{ count: number }[]>`select count(*)::int as count from private.alerted`
  await server.stop()
  return [
    {
      goal: `page’s p99 while ${FOLLOWERS.toLocaleString('en')} followers are told / at rest`,
      baseline: 'the same pages at rest',
      unit: '×',
      rounds: telling.map((ms, round) => ms / (rest[round] ?? 0)),
      limit: { atMost: 3 },
      notes: [
        `${heard?.count ?? 0} notes of who was told; at rest ${rest.map((ms) => ms.toFixed(1)).join(', ')} ms`,
      ],
    },
  ]
}

/** People of whom nothing is known but that they follow the first artist. */
async function follow(sql: Sql): Promise<void> {
  // Each nickname takes a lock until the end: of so many at once the server has not enough.
  await sql`alter table users disable trigger users_told_apart`
  await sql.unsafe(`
    insert into auth.users (id, email, email_confirmed_at)
    select ('00000000-0000-4000-a000-' || lpad(to_hex(n), 12, '0'))::uuid, 'follower' || n || '@tune.test', now()
    from generate_series(1, ${FOLLOWERS}) n;
    insert into users (uid, email, nickname)
    select id, email, 'follower' || split_part(email, '@', 1) from auth.users where email like 'follower%';
    insert into private.follows (artist_id, user_id)
    select (select min(id) from private.artists), uid from users where email like 'follower%';
  `)
  await sql`alter table users enable trigger users_told_apart`
  await sql`vacuum analyze`
}

/** The worker's job, until nothing is due. */
async function tell(sql: Sql): Promise<void> {
  const isDue = async () =>
    (await sql`select from private.alerts where done_at is null and due_at <= now()`).length > 0
  while (await isDue()) await sendAlerts(sql)
}

/** How long each took, in ms. */
async function pages(port: number, token: string): Promise<number[]> {
  const taken: number[] = []
  for (let asked = 0; asked < PAGES_ASKED; asked++) {
    const from = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}${PATHS[asked % PATHS.length]}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`a page answered ${answer.status}`)
    taken.push(performance.now() - from)
  }
  return taken
}
